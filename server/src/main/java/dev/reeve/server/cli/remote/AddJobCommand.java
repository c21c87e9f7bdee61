package dev.reeve.server.cli.remote;

import dev.reeve.client.AddOutcome;
import dev.reeve.client.Added;
import dev.reeve.client.JobFailedException;
import dev.reeve.client.JobRequest;
import dev.reeve.client.JobType;
import dev.reeve.client.RawJson;
import dev.reeve.client.Reeve;
import dev.reeve.server.UsageException;
import dev.reeve.settings.Durations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reeve add}: adds a job, or one for each line of stdin. */
@Command(name = "add", description = "Add a job and print its id.", mixinStandardHelpOptions = true)
final class AddJobCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue; it is made by its first job.")
    private String queue = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "JSON",
            description = "The payload: JSON, @FILE, or - for stdin; default: null.")
    private @Nullable String payload;

    @Option(names = "--type", paramLabel = "TYPE", description = "The type; default: the name of the queue.")
    private @Nullable String type;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "An id of your own; adding the same job again adds nothing.")
    private @Nullable String id;

    @Option(names = "--delay", paramLabel = "TIME", description = "Not before this time has passed, such as 5m.")
    private @Nullable String delay;

    @Option(names = "--at", paramLabel = "TIME", description = "Not before this time, such as 2030-01-01T12:00:00Z.")
    private @Nullable String at;

    @Option(names = "--priority", paramLabel = "N", description = "Higher first.")
    private @Nullable Integer priority;

    @Option(names = "--tag", paramLabel = "TAG", description = "A tag; may be repeated.")
    private List<String> tags = new ArrayList<>();

    @Option(names = "--max-attempts", paramLabel = "N", description = "How often the job is tried; 0: no limit.")
    private @Nullable Integer attempts;

    @Option(
            names = "--unique",
            paramLabel = "KEY",
            description = "While a job of the queue has this key, that one is meant and nothing is added.")
    private @Nullable String unique;

    @Option(names = "--limit-key", paramLabel = "KEY", description = "The key by which reeve limits count the job.")
    private @Nullable String limitKey;

    @Option(names = "--wait", paramLabel = "TIME", description = "Wait for the end and print the result.")
    private @Nullable String wait;

    @Option(names = "--lines", description = "Add a job for each line of stdin, which is its payload.")
    private boolean lines;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        if (lines && (payload != null || id != null || wait != null)) {
            throw new UsageException("--lines excludes a payload, --id and --wait");
        }
        if (delay != null && at != null) {
            throw new UsageException("--delay and --at exclude each other");
        }
        Duration longest = wait == null ? null : duration("--wait", wait);
        return server.run((reeve, printer) -> {
            if (lines) {
                return addLines(reeve, printer);
            }
            Added<RawJson> added = reeve.add(job(RawJson.of(payload == null ? "null" : json(payload))));
            if (longest == null) {
                printer.line(added.id());
                return ExitCode.DONE;
            }
            return awaitEnd(added, longest, printer);
        });
    }

    private static String json(String argument) {
        String text = Input.text("the payload", argument);
        if (!Input.isJson(text)) {
            throw new UsageException(
                    "the payload is not JSON; a text is in double quotes, inside those of the shell: '\"ann\"'");
        }
        return text;
    }

    private int awaitEnd(Added<RawJson> added, Duration longest, Printer printer) {
        try {
            RawJson result = added.result(longest);
            printer.line(result == null ? "null" : result.text());
            return ExitCode.DONE;
        } catch (JobFailedException e) {
            return server.complain(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private int addLines(Reeve reeve, Printer printer) throws IOException {
        int[] refused = {0};
        long[] number = {0};
        try (BufferedReader in = new BufferedReader(new InputStreamReader(Input.stdin(), StandardCharsets.UTF_8))) {
            Stream<String> payloads = in.lines().filter(line -> {
                number[0]++;
                boolean isJson = Input.isJson(line);
                if (!isJson && !line.isBlank()) {
                    refused[0]++;
                    server.complain(ExitCode.FAILED, "line " + number[0] + " is not JSON");
                }
                return isJson;
            });
            reeve.addAll(payloads.map(line -> job(RawJson.of(line))), outcome -> {
                if (outcome.isAdded()) {
                    printer.line(outcome.request().id());
                } else {
                    refused[0]++;
                    complain(outcome);
                }
            });
        }
        return refused[0] == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void complain(AddOutcome outcome) {
        if (outcome.problem() != null) {
            server.refuse(outcome.problem());
        }
    }

    private JobRequest<RawJson, RawJson> job(RawJson value) {
        JobRequest<RawJson, RawJson> job = JobType.of(type == null ? queue : type, RawJson.class, RawJson.class)
                .with(value)
                .queue(queue);
        if (id != null) {
            job.id(id);
        }
        if (delay != null) {
            job.delay(duration("--delay", delay));
        }
        if (at != null) {
            job.runAt(time(at));
        }
        if (priority != null) {
            job.priority(priority);
        }
        if (attempts != null) {
            job.maxAttempts(attempts);
        }
        if (unique != null) {
            job.unique(unique);
        }
        if (limitKey != null) {
            job.limitKey(limitKey);
        }
        if (!tags.isEmpty()) {
            job.tags(tags.toArray(String[]::new));
        }
        return job;
    }

    static Duration duration(String option, String text) {
        try {
            return Duration.of(Durations.parseMicros(text), ChronoUnit.MICROS);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + " must be a time such as 90s or 1h 15m, not \"" + text + "\"");
        }
    }

    private static java.time.Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new UsageException("--at must be a time such as 2030-01-01T12:00:00Z, not \"" + text + "\"");
        }
    }
}
