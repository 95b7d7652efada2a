# Writes the text of C headers as lines of C strings: cmake -D "FILES=a.h;b.h" -D OUTPUT=x.inc -P text.cmake
# What they include from this project is left out: it is among the files.
set(out "")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  string(REGEX REPLACE "#include \"[^\"]*\"\n" "" text "${text}")
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REGEX REPLACE "([^\n]*)\n" "\"\\1\\\\n\",\n" text "${text}")
  string(APPEND out "${text}")
endforeach()
file(WRITE "${OUTPUT}" "${out}")
