#!/bin/sh
# bench/run: the program and its rivals give the same answers, in small sizes; the figures of one run are text and JSON.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$CGI_SOURCE" || exit 1
BENCH_DIR=$work
export BENCH_DIR
CC=$CGI_CC bench/run --tiny
status=$?
CC=$CGI_CC bench/run --only 'Cram 4 x 7' --runs 1 --json "$work/json" >"$work/text" 2>&1
if grep -q '^Cram 4 x 7; C nimber search .* at most 1.5$' "$work/text" && jq -e '.workloads[0].same and .workloads[0].ratio.median > 0' "$work/json" >/dev/null; then
    echo 'ok bench figures as text and JSON'
else
    echo 'not ok bench figures as text and JSON'
    status=1
fi
exit $status
