package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reeve import}: adds jobs from JSON lines, each with the fields of a new job. */
@Command(
        name = "import",
        description = "Add jobs from JSON lines with the fields of POST /v1/jobs. With ids it can be repeated.",
        mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
    private static final int JOBS_A_REQUEST = 1000;
    private static final int BYTES_A_REQUEST = 4 * 1024 * 1024;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; default: stdin.")
    private @Nullable Path file;

    @Mixin
    private ServerOptions server = new ServerOptions();

    private ProgressBar bar = ProgressBar.none();
    private long added;
    private long known;
    private long refused;
    private long number;
    private long bytesRead;

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            try (BufferedReader in = file == null
                    ? new BufferedReader(new InputStreamReader(Input.stdin(), StandardCharsets.UTF_8))
                    : Files.newBufferedReader(file)) {
                long total = file == null ? 0 : Files.size(file);
                bar = server.progress(() -> total);
                addAll(reeve, in);
            } finally {
                bar.clear();
            }
            printer.report(
                    "added " + added + ", already there " + known + ", refused " + refused,
                    new JsonLine()
                            .raw("added", Long.toString(added))
                            .raw("already_there", Long.toString(known))
                            .raw("refused", Long.toString(refused)));
            return refused == 0 ? ExitCode.DONE : ExitCode.FAILED;
        });
    }

    private void addAll(Reeve reeve, BufferedReader in) throws IOException {
        List<String> batch = new ArrayList<>();
        long bytes = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                batch.add(line);
                bytes += line.length();
            }
            if (batch.size() == JOBS_A_REQUEST || bytes > BYTES_A_REQUEST) {
                send(reeve, batch);
                bytes = 0;
            }
        }
        send(reeve, batch);
    }

    private void send(Reeve reeve, List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        for (String line : lines) {
            check(line);
        }
        reeve.request("POST", "/v1/bulk/add")
                .body("{\"jobs\":[" + String.join(",", lines) + "]}")
                .send()
                .orElseThrow()
                .objects("results")
                .forEach(this::count);
        bar.show(bytesRead, number);
        lines.clear();
    }

    private void count(JsonObject result) {
        number++;
        JsonObject problem = result.object("problem");
        if (problem != null) {
            refused++;
            bar.clear();
            server.complain(ExitCode.FAILED, "job " + number + ": " + RefusalText.of(problem, server.command()));
        } else if (result.flag("created")) {
            added++;
        } else {
            known++;
        }
    }

    /** A line that is no object would make the whole request unreadable. */
    private void check(String line) throws IOException {
        byte[] json = line.getBytes(StandardCharsets.UTF_8);
        bytesRead += json.length + 1;
        try {
            JsonObject.read(json);
        } catch (IllegalArgumentException e) {
            throw new IOException("after job " + number + ": a line is not a JSON object; nothing after job " + number
                    + " was added");
        }
    }
}
