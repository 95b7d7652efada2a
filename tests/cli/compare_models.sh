#!/bin/sh
# compare and recognition never disagree: every game of the gallery beside every model. A closed form that `explain` offers for a file
# is a model that `compare` proves it to be, and the other way round.
. "$(dirname "$0")/cases.sh"

models=$("$CGI" models | sed -n 's/^\([a-z_][a-z_]*\)  .*/\1/p')

# The models offered for a file, at the first of a few positions that it has.
offers() {
    for position in 3 '3 4' '[1, 2]' '[2, 1, 3]' '3 4 5'; do
        case $position in [0-9]*) set -- $position ;; *) set -- "$position" ;; esac
        "$CGI" explain "$file" "$@" --json --max-states 100000 >found 2>err || continue
        tr '{' '\n' <found | sed -n 's/^"solver": "\([a-z_]*\)", "kind": "closed form", "can".*/\1/p' | sort -u
        return
    done
}

for file in games/*.game; do
    offers >offered
    wrong='' sames=''
    for model in $models; do
        "$CGI" compare "$file" "$model" --to 2 --json --max-states 20000 >out 2>err
        same=no
        grep -q '"verdict": "same rules' out && same=yes
        grep -q '"restated": "' out && [ $same = no ] && same=over
        grep -q '"verdict": "same parts' out && same=parts # of sums it is the parts that are recognised
        [ $same = no ] || sames="$sames $model"
        offered=no
        grep -qx "$model" offered && offered=yes
        case $same$offered in
        yesyes | nono | overyes | parts*) ;;
        overno) [ -s offered ] || wrong="$wrong $model: $same $offered;" ;; # views are looked at where nothing else fits
        *) wrong="$wrong $model: $same $offered;" ;;
        esac
    done
    if [ -z "$wrong" ]; then ok "$file:$sames"; else not_ok "$file" "$wrong"; fi
done
exit $status
