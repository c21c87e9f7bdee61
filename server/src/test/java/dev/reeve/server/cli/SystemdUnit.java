package dev.reeve.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A unit of systemd, as systemd itself reads it. It does not have to run for that. */
record SystemdUnit(Path file) {
    private record Verdict(int code, String text) {}

    /** What systemd says against the unit. The program that it starts need not be installed here. */
    List<String> findings() throws IOException, InterruptedException {
        return analyze("verify", "--man=no")
                .text
                .lines()
                .filter(line -> !line.contains(" is not executable: No such file or directory"))
                .toList();
    }

    /** Whether the unit may do more than this; 0 is nothing and 100 everything. */
    boolean mayDoMoreThan(int threshold) throws IOException, InterruptedException {
        return analyze("security", "--offline=yes", "--no-pager", "--threshold=" + threshold).code != 0;
    }

    private Verdict analyze(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("systemd-analyze"));
        all.addAll(List.of(words));
        all.add(file.toAbsolutePath().toString());
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Verdict(process.waitFor(), text);
    }
}
