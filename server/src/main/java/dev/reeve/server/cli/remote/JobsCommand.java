package dev.reeve.server.cli.remote;

import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.server.Counts;
import dev.reeve.server.UsageException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reeve jobs}: lists jobs by filter, or changes all that match after it has counted them. */
@Command(name = "jobs", description = "List jobs, or change all that match a filter.", mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
    private static final int MOST_A_PAGE = 500;

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
        if (limit < 1) {
            throw new UsageException("--limit must be 1 or more, not " + limit);
        }
        return server.run((reeve, printer) -> {
            JobQuery query = filter.query().pageSize(Math.min(limit, MOST_A_PAGE));
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
        if (spread.spread != null) {
            AddJobCommand.duration("--spread", spread.spread);
        }
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
        if (!change.filter.hasState()) {
            throw new UsageException("--state is needed, as in --state failed: a change is for jobs of named states");
        }
        return server.run((reeve, printer) -> {
            JsonObject counted = send(reeve, change.word, change.body().raw("dry_run", "true"));
            long matched = counted.number("matched");
            boolean more = counted.get("cursor") != null;
            String jobs = change.word + " " + (more ? "at least " : "") + Counts.of(matched, "job") + " with "
                    + change.filter;
            if (change.options.dryRun) {
                printer.report("would " + jobs, outcome(matched, 0, 0));
                return ExitCode.DONE;
            }
            if (matched > 0 && !change.options.yes && !server.isConfirmed(jobs + "?")) {
                return ExitCode.FAILED;
            }
            changeAll(reeve, change, more ? -1 : matched, printer);
            return ExitCode.DONE;
        });
    }

    /** @param expected how many jobs must match; -1 for any number */
    private static void changeAll(Reeve reeve, Change change, long expected, Printer printer) {
        long matched = 0;
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
            matched += done.number("matched");
            changed += done.number("changed");
            skipped += done.number("skipped");
            cursor = done.textOrNull("cursor");
        } while (cursor != null);
        printer.report("changed " + changed + ", skipped " + skipped, outcome(matched, changed, skipped));
    }

    private static JsonLine outcome(long matched, long changed, long skipped) {
        return new JsonLine()
                .raw("matched", Long.toString(matched))
                .raw("changed", Long.toString(changed))
                .raw("skipped", Long.toString(skipped));
    }

    private static JsonObject send(Reeve reeve, String word, JsonLine body) {
        return reeve.request("POST", "/v1/bulk/" + word)
                .body(body.toString())
                .send()
                .orElseThrow();
    }
}
