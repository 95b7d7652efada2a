# Reads the output of `ctest --verbose`: sums `ok` and `not ok` lines for each test, prints one line a test and the whole
# output of a test that failed, and writes "PASSED FAILED" to the file called `counts`.
# A skipped case ("ok 3 # SKIP why") counts as neither.

# "12: text" is a line that test 12 printed.
match($0, /^[0-9]+: /) {
    test = substr($0, 1, RLENGTH - 2)
    line = substr($0, RLENGTH + 1)
    if (line ~ /^ok([ \t]|$)/) { if (toupper(line) ~ /# *SKIP/) skipped[test]++; else good[test]++ }
    else if (line ~ /^not ok([ \t]|$)/) bad[test]++
    else if (line ~ /^1\.\.[0-9]+/) { split(line, plan, /\.\./); planned[test] += plan[2] }
    printed[test] = printed[test] line "\n"
    next
}

# " 3/40 Test #12: unit/arena .....   Passed    0.02 sec" ends test 12; anything but Passed is a failure.
match($0, /^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: /) {
    head = substr($0, 1, RLENGTH)
    sub(/^.*#/, "", head)
    test = head + 0
    rest = substr($0, RLENGTH + 1)
    name = rest
    sub(/ .*/, "", name)
    if (rest ~ /Not Run/) { end_test(test, name, 0); next }
    end_test(test, name, rest ~ /   Passed /)
}

function end_test(test, name, fine) {
    g = good[test] + 0
    b = bad[test] + 0
    s = skipped[test] + 0
    if (b == 0 && (!fine || g + s == 0 || (planned[test] && g + s < planned[test]))) b = 1
    passed += g
    failed += b
    if (b) printf "%s", printed[test]
    printf "%s %-32s %d passed%s%s\n", b ? "FAIL" : "  ok", name, g, b ? ", " b " failed" : "", s ? ", " s " skipped" : ""
    fflush()
    delete printed[test]
}

END {
    printf "%d %d\n", passed, failed > counts
}
