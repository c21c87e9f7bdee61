package dev.reeve.server.cli.remote;

import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reeve jobs}: lists jobs by filter, or changes all that match after it has counted them. */
@Command(name = "jobs", description = "List jobs, or change all that match a filter.", mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
    @Option(names = "--order", paramLabel = "ORDER", description = "newest (default), oldest, next or due.")
    private @Nullable String order;

    @Option(
            names = "--include",
            paramLabel = "PARTS",
            description = "payload, result, error, history; separated by commas.")
    private @Nullable String include;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many; default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            JobQuery query = filter.query().pageSize(Math.max(1, Math.min(limit, 500)));
            if (order != null) {
                query.order(order);
            }
            if (include != null) {
                query.include(include.split(",", -1));
            }
            printer.list(
                    reeve.list(query).limit(limit).map(JobInfo::json),
                    "id",
                    "id",
                    "queue",
                    "type",
                    "state",
                    "attempt",
                    "run_at",
                    "error.type");
            return ExitCode.DONE;
        });
    }

    /** What the changes have in common. */
    static final class ChangeOptions {
        @Option(names = "--dry-run", description = "Only count.")
        private boolean dryRun;

        @Option(
                names = {"-y", "--yes"},
                description = "Do not ask.")
        private boolean yes;
    }

    /** What only retries have. */
    static final class RetryOptions {
        @Option(names = "--spread", paramLabel = "TIME", description = "Let them come back over this time.")
        private @Nullable String spread;
    }

    /** A request for many jobs. */
    private record Change(
            String word,
            ChangeOptions options,
            FilterOptions filter,
            String extra,
            @Nullable String value) {
        JsonLine body() {
            JsonLine body = new JsonLine().raw("filter", filter.json());
            return value == null ? body : body.text(extra, value);
        }
    }

    @Command(
            description = "Let jobs run again that failed, timed out or were cancelled.",
            mixinStandardHelpOptions = true)
    int retry(
            @Mixin ChangeOptions options,
            @Mixin FilterOptions filter,
            @Mixin ServerOptions server,
            @Mixin RetryOptions spread) {
        return retry(options, filter, spread, server);
    }

    static int retry(ChangeOptions options, FilterOptions filter, RetryOptions spread, ServerOptions server) {
        return change(server, new Change("retry", options, filter, "spread", spread.spread));
    }

    @Command(description = "Cancel jobs.", mixinStandardHelpOptions = true)
    int cancel(@Mixin ChangeOptions options, @Mixin FilterOptions filter, @Mixin ServerOptions server) {
        return change(server, new Change("cancel", options, filter, "", null));
    }

    @Command(description = "Delete jobs, whatever their state.", mixinStandardHelpOptions = true)
    int delete(@Mixin ChangeOptions options, @Mixin FilterOptions filter, @Mixin ServerOptions server) {
        return change(server, new Change("delete", options, filter, "", null));
    }

    @Command(description = "Move jobs to another queue.", mixinStandardHelpOptions = true)
    int move(
            @Mixin ChangeOptions options,
            @Mixin FilterOptions filter,
            @Mixin ServerOptions server,
            @Option(names = "--to", required = true, paramLabel = "QUEUE", description = "The queue.") String to) {
        return change(server, new Change("move", options, filter, "to", to));
    }

    /** Counts, asks, and changes: what was counted is what may be changed. */
    private static int change(ServerOptions server, Change change) {
        return server.run((reeve, printer) -> {
            JsonObject counted = send(reeve, change.word, change.body().raw("dry_run", "true"));
            long matched = counted.number("matched");
            boolean more = counted.get("cursor") != null;
            String jobs = change.word + " " + matched + (more ? " or more" : "") + " jobs with " + change.filter;
            if (change.options.dryRun) {
                printer.line("would " + jobs);
                return ExitCode.DONE;
            }
            if (!change.options.yes && !isConfirmed(jobs + "?", printer)) {
                return server.complain(ExitCode.FAILED, "nothing was done");
            }
            printer.line(changeAll(reeve, change, more ? -1 : matched));
            return ExitCode.DONE;
        });
    }

    /** @param expected how many jobs must match; -1 for any number */
    private static String changeAll(Reeve reeve, Change change, long expected) {
        long changed = 0;
        long skipped = 0;
        String cursor = null;
        do {
            JsonLine body = change.body();
            if (cursor != null) {
                body.text("cursor", cursor);
            } else if (expected >= 0) {
                body.raw("expected", Long.toString(expected));
            }
            JsonObject done = send(reeve, change.word, body);
            changed += done.number("changed");
            skipped += done.number("skipped");
            cursor = done.textOrNull("cursor");
        } while (cursor != null);
        return "changed " + changed + ", skipped " + skipped;
    }

    private static JsonObject send(Reeve reeve, String word, JsonLine body) {
        return reeve.request("POST", "/v1/bulk/" + word)
                .body(body.toString())
                .send()
                .orElseThrow();
    }

    static boolean isConfirmed(String question, Printer printer) throws IOException {
        printer.line(question + " [y/N]");
        printer.flush();
        BufferedReader in = new BufferedReader(new InputStreamReader(Input.stdin(), StandardCharsets.UTF_8));
        String answer = in.readLine();
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }
}
