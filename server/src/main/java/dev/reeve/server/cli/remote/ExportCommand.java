package dev.reeve.server.cli.remote;

import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.server.Counts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reeve export}: jobs that have not ended as JSON lines, each with the fields of a new job. */
@Command(
        name = "export",
        description = "Print jobs that have not ended as JSON lines, for reeve import.",
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
    private static final String[] STATES = {"ready", "scheduled", "depends", "throttled", "retrying", "leased"};
    private static final Set<String> DUE = Set.of("ready", "throttled", "leased");
    private static final int STDOUT = 1;

    @Option(names = "--file", paramLabel = "FILE", description = "Write to this file.")
    private @Nullable Path file;

    @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only; may be repeated.")
    private List<String> queues = new ArrayList<>();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> file == null ? print(reeve, printer) : write(reeve, printer, file));
    }

    private int print(Reeve reeve, Printer printer) {
        // Lines and a bar on the same terminal would mix.
        boolean isBarAlone = !Terminal.isSeen(STDOUT);
        each(reeve, isBarAlone, printer::line);
        return ExitCode.DONE;
    }

    private int write(Reeve reeve, Printer printer, Path to) throws IOException {
        long count;
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(to))) {
            count = each(reeve, true, out::println);
            if (out.checkError()) {
                return server.complain(ExitCode.FAILED, to + " cannot be written");
            }
        }
        printer.say("exported " + Counts.of(count, "job") + " to " + to);
        return ExitCode.DONE;
    }

    /** Tells the lines of all jobs, and returns their number. */
    private long each(Reeve reeve, boolean isShown, Consumer<String> told) {
        JobQuery query = new JobQuery()
                .queue(queues.toArray(String[]::new))
                .state(STATES)
                .order("oldest")
                .include("payload", "dependencies")
                .pageSize(500);
        ProgressBar bar = isShown ? server.progress(() -> total(reeve)) : ProgressBar.none();
        long count = 0;
        for (Iterator<JobInfo> jobs = reeve.list(query).iterator(); jobs.hasNext(); bar.show(count, count)) {
            told.accept(line(jobs.next()));
            count++;
        }
        bar.clear();
        return count;
    }

    private long total(Reeve reeve) {
        return ListCommand.QUEUES
                .read(reeve)
                .filter(queue -> queues.isEmpty() || queues.contains(queue.text("name")))
                .mapToLong(queue -> {
                    long jobs = 0;
                    for (String state : STATES) {
                        jobs += queue.number(state);
                    }
                    return jobs;
                })
                .sum();
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
                    "payload", Base64.getEncoder().encodeToString(job.payload().bytes()));
            line.text("payload_encoding", "base64");
        }
        line.raw("priority", Long.toString(all.number("priority")));
        line.raw("max_attempts", Long.toString(all.number("max_attempts")));
        Instant due = job.runAt();
        if (due != null && !DUE.contains(job.state())) {
            line.text("run_at", due.toString());
        }
        texts(line, "tags", all.get("tags"));
        if (job.state().equals("depends")) {
            texts(line, "depends_on", all.get("depends_on"));
        }
        keys(line, all);
        JsonObject headers = all.object("headers");
        if (headers != null && !headers.names().isEmpty()) {
            line.raw("headers", headers.toString());
        }
        return line.toString();
    }

    private static void texts(JsonLine line, String name, @Nullable Object list) {
        if (list instanceof List<?> texts && !texts.isEmpty()) {
            line.texts(name, texts.stream().map(String::valueOf).toList());
        }
    }

    private static void keys(JsonLine line, JsonObject job) {
        String limit = job.textOrNull("limit_key");
        if (limit != null) {
            line.text("limit_key", limit);
        }
        String unique = job.textOrNull("unique_key");
        if (unique != null) {
            line.raw("unique", new JsonLine().text("key", unique).toString());
        }
    }
}
