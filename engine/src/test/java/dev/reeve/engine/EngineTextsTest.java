package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine says nothing in a protocol's words: no channel or key of Redis, and no JSON. */
class EngineTextsTest {
    private static final Path SOURCES = Path.of("src/main/java");

    /** Comments and characters are matched too, so that a quote in one of them begins no literal. */
    private static final Pattern LITERAL = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|'(?:[^'\\\\]|\\\\.)+'|(\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\")",
            Pattern.DOTALL);

    @Test
    void no_text_of_the_engine_is_a_key_or_json() throws IOException {
        List<String> literals = literals();
        assertThat(literals).contains("\"no dialect has the code \"");
        assertThat(literals).noneMatch(EngineTextsTest::isOfAProtocol);
    }

    @Test
    void such_a_text_would_be_found() {
        List<String> found = new ArrayList<>();
        addLiterals(
                "/* \"ql:a\" */ char c = '\"'; // \"\n f(\"ql:b\", '\\'', \"{\\\"c\\\"\", \"d\\\\\", \"\"\"\n{\"e\"}\"\"\");",
                found);
        assertThat(found).hasSize(4);
        assertThat(found.stream().filter(EngineTextsTest::isOfAProtocol))
                .containsExactly("\"ql:b\"", "\"{\\\"c\\\"\"", "\"\"\"\n{\"e\"}\"\"\"");
    }

    private static boolean isOfAProtocol(String literal) {
        String inside = literal.substring(1, literal.length() - 1);
        return inside.contains("ql:") || inside.contains("{\\\"") || inside.contains("{\"");
    }

    private static List<String> literals() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".java")).toList()) {
                addLiterals(Files.readString(file), found);
            }
        }
        return found;
    }

    private static void addLiterals(String source, List<String> found) {
        Matcher matcher = LITERAL.matcher(source);
        while (matcher.find()) {
            if (matcher.group(1) != null) {
                found.add(matcher.group(1));
            }
        }
    }
}
