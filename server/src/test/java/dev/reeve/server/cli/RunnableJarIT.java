package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The built jar runs in any folder, with only its lib folder beside it. */
@Timeout(120)
class RunnableJarIT {
    private static final Pattern HTTP = Pattern.compile("http listens on 127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    private Path folder;

    @Test
    void tells_its_version() throws Exception {
        Process version = start("--version");
        assertThat(new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .containsPattern("\\AReeve \\d+\\.\\d+\\.\\d+\\S*\\nJava \\d+");
        assertThat(version.waitFor()).isZero();
    }

    @Test
    void starts_answers_and_stops() throws Exception {
        Process server = start(
                "serve",
                "--set",
                "http.port=0",
                "--set",
                "workq.port=0",
                "--set",
                "qless.port=0",
                "--set",
                "goqueue.port=0");
        try (BufferedReader err = server.errorReader()) {
            StringBuilder said = new StringBuilder();
            String line = err.readLine();
            while (line != null && !line.contains("Reeve is ready")) {
                said.append(line).append('\n');
                line = err.readLine();
            }
            Matcher http = HTTP.matcher(said);
            assertThat(http.find()).as("%s", said).isTrue();
            HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.group(1) + "/health"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(health, BodyHandlers.ofString())
                            .body())
                    .isEqualTo("{\"status\":\"healthy\"}");
            server.toHandle().destroy();
            assertThat(err.lines().toList()).last().asString().contains(" stopped: ");
            assertThat(server.waitFor()).isZero();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void without_its_lib_folder_it_says_so() throws Exception {
        Path jar = BuiltJar.copyTo(folder.resolve("some where"));
        Files.move(jar.resolveSibling("lib"), folder.resolve("lib"));
        Process server = start(jar, "serve");
        assertThat(server.errorReader().lines())
                .singleElement()
                .asString()
                .startsWith("reeve: the folder lib beside reeve.jar is missing or incomplete: ");
        assertThat(server.waitFor()).isEqualTo(1);
    }

    private Process start(String... words) throws IOException {
        return start(BuiltJar.copyTo(folder.resolve("some where")), words);
    }

    private Process start(Path jar, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(BuiltJar.java(), "-jar", jar.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        return builder.start();
    }
}
