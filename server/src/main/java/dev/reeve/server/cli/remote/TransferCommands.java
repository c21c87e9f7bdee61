package dev.reeve.server.cli.remote;

import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reeve export} and {@code reeve import}: jobs as JSON lines, each with the fields of a new job. */
final class TransferCommands {
    private static final int JOBS_A_REQUEST = 1000;
    private static final int BYTES_A_REQUEST = 4 * 1024 * 1024;
    private static final int JOBS_A_SIGN = 10_000;

    private TransferCommands() {}

    /** {@code reeve export}. */
    @Command(
            name = "export",
            description = "Print jobs that have not ended as JSON lines, for reeve import.",
            mixinStandardHelpOptions = true)
    static final class Export implements Callable<Integer> {
        @Option(names = "--file", paramLabel = "FILE", description = "Write to this file.")
        private @Nullable Path file;

        @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only; may be repeated.")
        private List<String> queues = new ArrayList<>();

        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public Integer call() {
            return server.run((reeve, printer) -> {
                JobQuery query = new JobQuery()
                        .queue(queues.toArray(String[]::new))
                        .state("ready", "scheduled", "depends", "retrying", "leased")
                        .order("oldest")
                        .include("payload")
                        .pageSize(500);
                if (file == null) {
                    reeve.list(query).forEach(job -> printer.line(line(job)));
                    return ExitCode.DONE;
                }
                long count = 0;
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
                    for (Iterator<JobInfo> jobs = reeve.list(query).iterator(); jobs.hasNext(); count++) {
                        out.println(line(jobs.next()));
                    }
                    if (out.checkError()) {
                        return server.complain(ExitCode.FAILED, file + " cannot be written");
                    }
                }
                printer.say("exported " + count + " jobs to " + file);
                return ExitCode.DONE;
            });
        }

        private static String line(JobInfo job) {
            JsonObject all = job.json();
            JsonLine line = new JsonLine()
                    .text("queue", job.queue())
                    .text("type", job.type())
                    .text("id", job.id());
            if (job.payload().isJson()) {
                line.raw("payload", job.payload().text());
            } else {
                line.text(
                        "payload",
                        Base64.getEncoder().encodeToString(job.payload().bytes()));
                line.text("payload_encoding", "base64");
            }
            line.raw("priority", Long.toString(all.number("priority")));
            line.raw("max_attempts", Long.toString(all.number("max_attempts")));
            Instant due = job.runAt();
            if (due != null && !job.state().equals("ready") && !job.state().equals("leased")) {
                line.text("run_at", due.toString());
            }
            if (all.get("tags") instanceof List<?> tags && !tags.isEmpty()) {
                line.texts("tags", tags.stream().map(String::valueOf).toList());
            }
            JsonObject headers = all.object("headers");
            if (headers != null && !headers.names().isEmpty()) {
                line.raw("headers", headers.toString());
            }
            return line.toString();
        }
    }

    /** {@code reeve import}. */
    @Command(
            name = "import",
            description = "Add jobs from JSON lines with the fields of POST /v1/jobs. With ids it can be repeated.",
            mixinStandardHelpOptions = true)
    static final class Import implements Callable<Integer> {
        @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; default: stdin.")
        private @Nullable Path file;

        @Mixin
        private ServerOptions server = new ServerOptions();

        private long added;
        private long known;
        private long refused;
        private long number;

        @Override
        public Integer call() {
            return server.run((reeve, printer) -> {
                try (BufferedReader in = file == null
                        ? new BufferedReader(new InputStreamReader(Input.stdin(), StandardCharsets.UTF_8))
                        : Files.newBufferedReader(file)) {
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
                printer.line("added " + added + ", already there " + known + ", refused " + refused);
                return refused == 0 ? ExitCode.DONE : ExitCode.FAILED;
            });
        }

        private void send(Reeve reeve, List<String> lines) throws IOException {
            if (lines.isEmpty()) {
                return;
            }
            for (String line : lines) {
                check(line);
            }
            List<JsonObject> results = reeve.request("POST", "/v1/bulk/add")
                    .body("{\"jobs\":[" + String.join(",", lines) + "]}")
                    .send()
                    .orElseThrow()
                    .objects("results");
            for (JsonObject result : results) {
                number++;
                JsonObject problem = result.object("problem");
                if (problem != null) {
                    refused++;
                    server.complain(ExitCode.FAILED, "job " + number + ": " + problem.text("detail"));
                } else if (result.flag("created")) {
                    added++;
                } else {
                    known++;
                }
                if (number % JOBS_A_SIGN == 0) {
                    server.complain(ExitCode.DONE, number + " jobs");
                }
            }
            lines.clear();
        }

        /** A line that is no object would make the whole request unreadable. */
        private void check(String line) throws IOException {
            try {
                JsonObject.read(line.getBytes(StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw new IOException("after job " + number + ": a line is not a JSON object; nothing after job "
                        + number + " was added");
            }
        }
    }
}
