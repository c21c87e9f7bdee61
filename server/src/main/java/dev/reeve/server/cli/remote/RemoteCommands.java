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
        ALL.put("queues", QueuesCommand::new);
        ALL.put("queue", OneQueueCommand::new);
        ALL.put("failures", OperatorCommands.Failures::new);
        ALL.put("schedules", OperatorCommands.Schedules::new);
        ALL.put("schedule", OperatorCommands.OneSchedule::new);
        ALL.put("workers", OperatorCommands.Workers::new);
        ALL.put("worker", OperatorCommands.OneWorker::new);
        ALL.put("top", TopCommand::new);
        ALL.put("events", EventsCommand::new);
        ALL.put("status", OperatorCommands.Status::new);
        ALL.put("context", ContextCommand::new);
        ALL.put("export", TransferCommands.Export::new);
        ALL.put("import", TransferCommands.Import::new);
    }

    private RemoteCommands() {}

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** A new command object. */
    public static Object command(String name) {
        Supplier<Object> command = ALL.get(name);
        if (command == null) {
            throw new IllegalArgumentException(name);
        }
        return command.get();
    }
}
