# embed_texts(<target> FUNCTION <name> HEADER <header> NAMESPACE <namespace> FILES <files>) compiles texts into a target:
# <name>(), which the header declares in the namespace, returns them sorted by file name. The file names lose an `.in` at
# their ends. As a script it writes the source.

if(CMAKE_SCRIPT_MODE_FILE)
    set(source "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n")
    string(APPEND source "const std::vector<muster::spec::EmbeddedText>& ${FUNCTION}() {\n")
    string(APPEND source "    static const std::vector<muster::spec::EmbeddedText> kTexts = {\n")
    foreach(file IN LISTS FILES)
        get_filename_component(name "${file}" NAME)
        string(REGEX REPLACE "\\.in$" "" name "${name}")
        file(READ "${file}" text)
        string(APPEND source "        {\"${name}\", R\"text(${text})text\"},\n")
    endforeach()
    string(APPEND source "    };\n    return kTexts;\n}\n\n} // namespace ${NAMESPACE}\n")
    file(WRITE "${OUTPUT}" "${source}")
    return()
endif()

set(embed_texts_script "${CMAKE_CURRENT_LIST_FILE}")
function(embed_texts target)
    cmake_parse_arguments(PARSE_ARGV 1 EMBED "" "FUNCTION;HEADER;NAMESPACE" "FILES")
    list(SORT EMBED_FILES)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${EMBED_FUNCTION}.cpp")
    add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DFUNCTION=${EMBED_FUNCTION}" "-DHEADER=${EMBED_HEADER}"
                "-DNAMESPACE=${EMBED_NAMESPACE}" "-DFILES=${EMBED_FILES}"
                "-DOUTPUT=${output}" -P "${embed_texts_script}"
        DEPENDS ${EMBED_FILES} "${embed_texts_script}"
        COMMENT "Embedding the texts of ${EMBED_FUNCTION}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
