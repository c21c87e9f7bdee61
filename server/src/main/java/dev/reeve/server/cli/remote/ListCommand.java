package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** A list without filters, such as {@code reeve queues}. Each list is a row of a table. */
@Command(mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    static final Listing QUEUES = new Listing(
            "queues",
            "List the queues.",
            true,
            "name",
            "ready",
            "leased",
            "scheduled",
            "retrying",
            "failed",
            "oldest_seconds",
            "added_per_second",
            "completed_per_second",
            "waiting_workers",
            "paused");
    static final Listing SCHEDULES =
            new Listing("schedules", "List the schedules.", true, "name", "cron", "every", "zone", "paused", "next");
    static final Listing LIMITS = new Listing(
            "limits",
            "List the limits by key.",
            true,
            "pattern",
            "max_running",
            "rate.count",
            "rate.per",
            "rate.burst",
            "ordered");
    static final Listing BATCHES = new Listing(
            "batches",
            "List the batches.",
            true,
            "id",
            "open",
            "total",
            "pending",
            "completed",
            "failed",
            "cancelled",
            "created_at",
            "ended_at");
    static final Listing WORKERS = new Listing(
            "workers",
            "List the workers that the server knows.",
            true,
            "name",
            "door",
            "address",
            "queues",
            "waiting",
            "jobs_held",
            "last_seen_at",
            "quiet");
    static final Listing WEBHOOKS =
            new Listing("webhooks", "List the webhooks.", false, "name", "url", "events", "queues");

    private final Listing listing;

    @Mixin
    private ServerOptions server = new ServerOptions();

    private ListCommand(Listing listing) {
        this.listing = listing;
    }

    /**
     * A list of the server, whose path and field are its name.
     *
     * @param inPages whether the server sends it in pages
     * @param columns the fields of the table; the first one identifies a row
     */
    record Listing(String name, String about, boolean inPages, List<String> columns) {
        Listing(String name, String about, boolean inPages, String... columns) {
            this(name, about, inPages, List.of(columns));
        }

        CommandSpec command() {
            CommandSpec spec =
                    CommandSpec.forAnnotatedObject(new ListCommand(this)).name(name);
            spec.usageMessage().description(about);
            return spec;
        }

        Stream<JsonObject> read(Reeve reeve) {
            String path = "/v1/" + name;
            return inPages
                    ? Pages.of(() -> reeve.request("GET", path), name)
                    : reeve.request("GET", path).send().orElseThrow().objects(name).stream();
        }

        void print(Stream<JsonObject> rows, Printer printer) {
            printer.list(rows, columns.get(0), columns.toArray(String[]::new));
        }
    }

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            listing.print(listing.read(reeve), printer);
            return ExitCode.DONE;
        });
    }
}
