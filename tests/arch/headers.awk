# Reads FILE:LINE:TEXT lines (code.awk) and prints, for functions that are not static,
#   def NAME FILE        a definition
#   decl NAME FILE LINE  a declaration without a body
# Of lexer.l and grammar.y only the C code after the second %% is read.
function statement(    head) {
    head = text
    gsub(/__attribute__[ \t]*\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", head)
    if (head ~ /(^|[^A-Za-z0-9_])(static|typedef)([^A-Za-z0-9_]|$)|=/) return ""
    if (!match(head, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) return ""
    head = substr(head, RSTART, RLENGTH - 1)
    sub(/[ \t]+$/, "", head)
    return head == "_Static_assert" ? "" : head
}
{
    at = index($0, ":")
    file = substr($0, 1, at - 1)
    line = substr($0, at + 1)
    if (file ~ /\.def$/) next
    if (file != last) { last = file; text = ""; depth = body = continued = sections = 0 }
    at = index(line, ":")
    number = substr(line, 1, at - 1)
    line = substr(line, at + 1)
    if (file ~ /\.[ly]$/ && sections < 2) { sections += line ~ /^%%/; next }
    if (continued || line ~ /^[ \t]*#/) { continued = line ~ /\\$/; next }
    while (match(line, /[{};]/)) {
        mark = substr(line, RSTART, 1)
        if (!depth) text = text " " substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + 1)
        if (mark == "{" && !depth++) {
            name = statement()
            body = name != "" || text ~ /\)[ \t]*$/
            if (name != "") print "def", name, file
        } else if (mark == "}" && !--depth) {
            if (body) text = ""
            body = 0
        } else if (mark == ";" && !depth) {
            name = statement()
            if (name != "") print "decl", name, file, number
            text = ""
        }
    }
    if (!depth) text = text " " line
}
