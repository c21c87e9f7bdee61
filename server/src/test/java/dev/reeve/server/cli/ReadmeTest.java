package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first minute with the README: its commands and its program do what it says, in its order. */
@Timeout(120)
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|java)\\n(.*?)^```$");
    private static final Pattern PRINTED = Pattern.compile("(?m)^#> (.*)$");

    @TempDir
    private Path folder;

    @Test
    void every_step_does_what_the_page_says() throws Exception {
        List<MatchResult> blocks = BLOCK.matcher(Files.readString(Path.of("..", "README.md")))
                .results()
                .toList();
        assertThat(blocks).extracting(block -> block.group(1)).containsExactly("sh", "java", "sh");
        try (LocalServer server = LocalServer.start(folder.resolve("data"), "http.port=0")) {
            String port = Integer.toString(server.awaitReady("http"));
            for (MatchResult block : blocks) {
                String text = block.group(2).replace("8023", port);
                if (block.group(1).equals("sh")) {
                    String out = run(List.of("sh", "-eu", "-c", text));
                    assertThat(out)
                            .containsSubsequence(PRINTED.matcher(text)
                                    .results()
                                    .map(line -> line.group(1))
                                    .toList());
                } else {
                    Path program = Files.writeString(folder.resolve("Mail.java"), text);
                    String java = Path.of(System.getProperty("java.home"), "bin", "java")
                            .toString();
                    assertThat(run(List.of(java, "-cp", System.getProperty("java.class.path"), program.toString())))
                            .isEqualTo("sent to bob\n");
                }
            }
        }
    }

    private String run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }
}
