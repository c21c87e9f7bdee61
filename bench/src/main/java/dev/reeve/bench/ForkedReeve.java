package dev.reeve.bench;

import dev.reeve.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, so that the client's work does not count as the server's. */
final class ForkedReeve implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("(\\w+) listens on .*:(\\d+)");

    private final Process process;
    private final Map<String, Integer> ports = new HashMap<>();

    private ForkedReeve(Process process) {
        this.process = process;
    }

    static ForkedReeve start(Path data, String... settings) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseG1GC",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--data",
                data.toString()));
        for (String setting : List.of("workq.port=0", "qless.port=0", "goqueue.port=off", "http.port=off")) {
            words.addAll(List.of("--set", setting));
        }
        Arrays.stream(settings).forEach(setting -> words.addAll(List.of("--set", setting)));
        ForkedReeve reeve = new ForkedReeve(new ProcessBuilder(words).start());
        reeve.awaitReady();
        return reeve;
    }

    private void awaitReady() throws IOException {
        BufferedReader lines = process.errorReader();
        String line;
        while ((line = lines.readLine()) != null && !line.contains("Reeve is ready")) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                ports.put(listens.group(1), Integer.parseInt(listens.group(2)));
            }
        }
        if (line == null) {
            throw new IOException("the server did not come up");
        }
    }

    int workqPort() {
        return ports.getOrDefault("workq", -1);
    }

    int qlessPort() {
        return ports.getOrDefault("qless", -1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
