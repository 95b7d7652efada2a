# The figures of bench/run: name, ratio at most, are the answers the same?, and a line of bench/measure.c. form: text, page, json.
function mib(kib) { return kib >= 10240 ? sprintf("%.0f", kib / 1024) : sprintf("%.1f", kib / 1024) }
function time(median, least, most) { return median == "-" ? "given up" : sprintf("%.3f (%.3f to %.3f)", median, least, most) }
function quoted(s) { gsub(/["\\]/, "\\\\&", s); return "\"" s "\"" }
function number(x) { return x == "-" ? "null" : x }
BEGIN {
    if (form == "page") {
        print "| workload; rival | ours, s | MB | rival, s | MB | ratio | at most |"
        print "|---|---|---|---|---|---|---|"
    }
    if (form == "json") printf "{\"machine\": %s, \"workloads\": [", quoted(machine)
}
{
    split($4, f, " ")
    ratio = f[9] == "-" ? "-" : sprintf("%.2f (%.2f to %.2f)", f[9], f[10], f[11])
    note = $3 == "no" ? " ANSWERS DIFFER" : $3 == "none" ? " no answer" : ""
    if (form == "text")
        printf "%-62s %s | %s s, %s MB | %s s, %s MB | at most %s%s\n", $1, ratio, time(f[1], f[2], f[3]), mib(f[4]), time(f[5], f[6], f[7]), mib(f[8]), $2, note
    else if (form == "page")
        printf "| %s | %s | %s | %s | %s | %s%s | %s |\n", $1, time(f[1], f[2], f[3]), mib(f[4]), time(f[5], f[6], f[7]), mib(f[8]), ratio, note, $2
    else
        printf "%s\n  {\"name\": %s, \"same\": %s, \"ours\": {\"median\": %s, \"least\": %s, \"most\": %s, \"kib\": %s}, \"rival\": {\"median\": %s, \"least\": %s, \"most\": %s, \"kib\": %s}, \"ratio\": {\"median\": %s, \"least\": %s, \"most\": %s}, \"allowed\": %s}", \
            (NR > 1 ? "," : ""), quoted($1), $3 == "yes" ? "true" : $3 == "no" ? "false" : "null", number(f[1]), number(f[2]), number(f[3]), f[4], number(f[5]), number(f[6]), number(f[7]), f[8], number(f[9]), number(f[10]), number(f[11]), number($2)
}
END { if (form == "json") print "\n]}" }
