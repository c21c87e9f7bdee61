package dev.reeve.server.locks;

import dev.reeve.testkit.MachineNetwork;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A real browser without windows, with an empty profile. The name {@link #EVIL} leads to this machine. Every page that the test opens
 * is opened as if the user had typed in its address.
 */
final class Chromium implements AutoCloseable {
    static final String EVIL = "evil.example";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final MachineNetwork network = MachineNetwork.unchanged();
    private final Process process;
    private final int port;

    Chromium(Path folder) throws IOException {
        Path profile = folder.resolve("profile");
        ProcessBuilder command = new ProcessBuilder(List.of(
                        "chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-quic",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-popup-blocking",
                        "--no-first-run",
                        "--no-proxy-server",
                        "--user-data-dir=" + profile,
                        "--host-resolver-rules=MAP " + EVIL + " 127.0.0.1",
                        "--remote-debugging-port=0",
                        "about:blank"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("chromium.log").toFile());
        command.environment().put("TMPDIR", folder.toString());
        process = command.start();
        port = awaitPort(profile.resolve("DevToolsActivePort"), folder.resolve("chromium.log"));
    }

    private int awaitPort(Path file, Path log) throws IOException {
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> Files.exists(file) && Files.readString(file).contains("\n"));
            return Integer.parseInt(Files.readAllLines(file).get(0));
        } catch (ConditionTimeoutException e) {
            close();
            throw new AssertionError("Chromium did not start: " + Files.readString(log), e);
        }
    }

    /** Opens a page in a tab of its own. */
    void open(String url) throws IOException, InterruptedException {
        URI tab =
                URI.create("http://127.0.0.1:" + port + "/json/new?" + URLEncoder.encode(url, StandardCharsets.UTF_8));
        HttpRequest request =
                HttpRequest.newBuilder(tab).PUT(BodyPublishers.noBody()).build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError("Chromium did not open " + url + ": " + answer.body());
        }
    }

    /** Also waits for the end of the processes that write into the profile. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        all.forEach(child -> child.onExit().join());
        network.close();
    }
}
