# What `cmake --install` puts where: the program, its verifier, the library, the plugins (by cgi_add_plugin), the public headers, a
# CMake package (find_package(cgi) gives cgi::plugin, cgi::cgi and cgi_add_plugin), pkg-config, man pages (docs/man), the
# manual, the gallery, the template of a plugin. `uninstall` takes back what the last installation from this build brought.
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/cgi")

install(TARGETS cgi_program cgi_verify cgi_verify_book cgi_verify_misere cgi_verify_equal cgi_verify_automaton cgi_verify_growth
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/cgi DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(TARGETS cgi_plugin EXPORT cgi)
if(TARGET libcgi)
  install(TARGETS libcgi EXPORT cgi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
install(EXPORT cgi NAMESPACE cgi:: FILE cgi-targets.cmake DESTINATION "${package}")

configure_package_config_file(cmake/cgi-config.cmake.in cgi-config.cmake INSTALL_DESTINATION "${package}"
                              PATH_VARS CGI_PLUGIN_INSTALL_DIR)
write_basic_package_version_file(cgi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cgi-config.cmake" "${PROJECT_BINARY_DIR}/cgi-config-version.cmake"
              cmake/cgi-plugin.cmake
        DESTINATION "${package}")

# The files know their own place, so an installed tree can be moved.
file(RELATIVE_PATH CGI_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/cgi.pc.in cgi.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/cgi.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(DIRECTORY docs/manual docs/plugins DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md")
install(FILES docs/tutorial.md README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY games plugins/template DESTINATION "${CMAKE_INSTALL_DATADIR}/cgi")
install(CODE "set(SOURCE \"${PROJECT_SOURCE_DIR}\")
get_filename_component(DOCDIR \"${CMAKE_INSTALL_DOCDIR}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
get_filename_component(DATADIR \"${CMAKE_INSTALL_DATADIR}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
get_filename_component(INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/installed_links.cmake\")")

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(
    uninstall COMMAND "${CMAKE_COMMAND}" -D "MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt" -P
                      "${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake"
    VERBATIM)
endif()
