package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.Main;
import dev.reeve.testkit.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as a process: its lines on stderr, signals and exit code. */
@Timeout(60)
class ServeTest {
    private static final Pattern HTTP = Pattern.compile("http listens on 127\\.0\\.0\\.1:(\\d+)");

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void killAll() {
        started.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void comes_up_answers_and_stops_on(String signal) throws Exception {
        Process server = serve("--set", "http.port=0", "--set", "qless.port=off");
        List<String> lines = new ArrayList<>();
        BufferedReader err = server.errorReader();
        readUntil(err, "Reeve is ready", lines);
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("qless is off"));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("goqueue listens on 127.0.0.1:"));
        Matcher http = HTTP.matcher(String.join("\n", lines));
        assertThat(http.find()).isTrue();
        assertThat(get("http://127.0.0.1:" + http.group(1) + "/health")).isEqualTo("{\"status\":\"healthy\"}");
        assertThat(folder.resolve("data")).isDirectory();

        signal(server, signal);
        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
        assertThat(err.lines().toList()).last().asString().contains(" stopped: received a signal, after ");
    }

    @Test
    void reads_reeve_toml_where_it_was_started() throws Exception {
        Files.writeString(folder.resolve("reeve.toml"), "http.port = 'off'\ndata = 'elsewhere'\n");
        readUntil(serve().errorReader(), "http is off", new ArrayList<>());
        Files.writeString(folder.resolve("reeve.toml"), "http.prot = 'off'\n");
        assertFails(serve(), "reeve: reeve.toml:1: there is no setting \"http.prot\"; did you mean \"http.port\"?");
    }

    @Test
    void a_second_one_on_the_same_port_says_so_in_one_line() throws Exception {
        List<String> lines = new ArrayList<>();
        readUntil(serve("--set", "http.port=0").errorReader(), "Reeve is ready", lines);
        Matcher http = HTTP.matcher(String.join("\n", lines));
        assertThat(http.find()).isTrue();
        assertFails(
                serve("--data", "other", "--set", "http.port=" + http.group(1)),
                "reeve: http.port: cannot listen on 127.0.0.1:" + http.group(1) + ": Address already in use;"
                        + " the port is in use by another program: stop it, or choose another port with --set http.port=PORT");
    }

    @Test
    void warns_when_other_machines_can_reach_it() throws Exception {
        List<String> lines = new ArrayList<>();
        readUntil(
                serve("--insecure", "--bind", "0.0.0.0", "--set", "http.port=0").errorReader(),
                "Reeve is ready",
                lines);
        assertThat(lines.get(0)).contains("WARN", "there is no authentication and no TLS on every door");
    }

    private Process serve(String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(withDefaultSignals());
        words.addAll(ServerProcess.java());
        words.addAll(List.of(
                Main.class.getName(),
                "serve",
                // Several builds may run at the same time on one machine.
                "--set",
                "workq.port=0",
                "--set",
                "goqueue.port=0",
                "--set",
                "qless.port=0"));
        words.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        Process server = builder.start();
        started.add(server);
        return server;
    }

    /** A build in the background of a script ignores SIGINT, and a server that it starts inherits that. */
    private static List<String> withDefaultSignals() throws IOException, InterruptedException {
        List<String> reset = List.of("env", "--default-signal=INT,TERM");
        List<String> trial = new ArrayList<>(reset);
        trial.add("true");
        return new ProcessBuilder(trial).start().waitFor() == 0 ? reset : List.of();
    }

    private static void readUntil(BufferedReader from, String end, List<String> lines) throws IOException {
        String line = from.readLine();
        while (line != null) {
            lines.add(line);
            if (line.contains(end)) {
                return;
            }
            line = from.readLine();
        }
        throw new AssertionError("never said \"" + end + "\", only " + lines);
    }

    private static void assertFails(Process server, String line) throws InterruptedException {
        assertThat(server.errorReader().lines()).containsExactly(line);
        assertThat(server.waitFor()).isEqualTo(1);
    }

    private static void signal(Process server, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(server.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static String get(String uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
                .body();
    }
}
