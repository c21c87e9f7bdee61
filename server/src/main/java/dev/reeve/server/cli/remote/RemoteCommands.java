package dev.reeve.server.cli.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The commands of this package by name. Each is built only when it is needed. */
public final class RemoteCommands {
    private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("add", AddJobCommand::new);
        ALL.put("work", WorkCommand::new);
        ALL.put("jobs", JobsCommand::new);
        ALL.put("job", OneJobCommand::new);
        put(ListCommand.QUEUES);
        ALL.put("queue", OneQueueCommand::new);
        ALL.put("failures", FailuresCommand::new);
        put(ListCommand.SCHEDULES);
        ALL.put("schedule", OneScheduleCommand::new);
        put(ListCommand.LIMITS);
        ALL.put("limit", OneLimitCommand::new);
        put(ListCommand.BATCHES);
        ALL.put("batch", OneBatchCommand::new);
        put(ListCommand.WORKERS);
        ALL.put("worker", OneWorkerCommand::new);
        put(ListCommand.WEBHOOKS);
        ALL.put("webhook", OneWebhookCommand::new);
        ALL.put("top", TopCommand::new);
        ALL.put("events", EventsCommand::new);
        ALL.put("status", StatusCommand::new);
        ALL.put("context", ContextCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("import", ImportCommand::new);
        ALL.put("backup", BackupCommand::new);
        ALL.put("cluster", ClusterCommand::new);
    }

    private RemoteCommands() {}

    private static void put(ListCommand.Listing listing) {
        ALL.put(listing.name(), listing::command);
    }

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** A new command: an object with annotations, or a specification. */
    public static Object command(String name) {
        Supplier<Object> command = ALL.get(name);
        if (command == null) {
            throw new IllegalArgumentException(name);
        }
        return command.get();
    }
}
