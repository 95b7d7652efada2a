# Prints the lines of C files as FILE:LINE:TEXT with comments, strings and character constants blanked out. -v strings=1
# keeps strings; -v root=FOLDER/ is taken off the names.
FNR == 1 {
    comment = 0
    file = index(FILENAME, root) == 1 ? substr(FILENAME, length(root) + 1) : FILENAME
}
{
    line = $0
    out = ""
    while (line != "") {
        if (comment) {
            end = index(line, "*/")
            if (!end) { line = ""; break }
            comment = 0
            line = substr(line, end + 2)
        } else if (match(line, /^[^\/"']+/)) {
            out = out substr(line, 1, RLENGTH)
            line = substr(line, RLENGTH + 1)
        } else if (substr(line, 1, 2) == "/*") {
            comment = 1
            line = substr(line, 3)
        } else if (substr(line, 1, 2) == "//") {
            line = ""
        } else if (match(line, /^"([^"\\]|\\.)*"/)) {
            out = out (strings || out ~ /^[ \t]*#[ \t]*include/ ? substr(line, 1, RLENGTH) : "\"\"")
            line = substr(line, RLENGTH + 1)
        } else if (match(line, /^'([^'\\]|\\.)*'/)) {
            out = out "' '"
            line = substr(line, RLENGTH + 1)
        } else {
            out = out substr(line, 1, 1)
            line = substr(line, 2)
        }
    }
    print file ":" FNR ":" out
}
