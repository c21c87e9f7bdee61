package dev.reeve.door.workq;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table of the commands. */
final class WorkqCommands {
    private static final String INSPECT = "inspect";

    private static final Map<String, CommandSpec> BY_NAME = Stream.of(
                    CommandSpec.withPayloadAndFlags("add", 5, AddCommand::read),
                    CommandSpec.withPayloadAndFlags("schedule", 6, ScheduleCommand::read),
                    CommandSpec.withPayloadAndFlags("run", 5, RunCommand::read),
                    CommandSpec.plain("result", 2, ResultCommand::read),
                    CommandSpec.atLeast("lease", 2, LeaseCommand::read),
                    CommandSpec.withPayload("complete", 2, ClientError.INVALID_PAYLOAD_SIZE, CompleteCommand::read),
                    CommandSpec.withPayload("fail", 2, ClientError.INVALID_RESULT_SIZE, FailCommand::read),
                    CommandSpec.plain("delete", 1, DeleteCommand::read))
            .collect(Collectors.toUnmodifiableMap(CommandSpec::name, Function.identity()));

    /** Table of the {@code inspect} objects; the object name counts as an argument. */
    private static final Map<String, CommandSpec> INSPECT_BY_OBJECT = Map.of(
            "job", CommandSpec.plain(INSPECT, 2, InspectJob::read),
            "jobs", CommandSpec.plain(INSPECT, 4, InspectJobs::readReady),
            "scheduled-jobs", CommandSpec.plain(INSPECT, 4, InspectJobs::readScheduled),
            "queue", CommandSpec.plain(INSPECT, 2, InspectQueue::read),
            "queues", CommandSpec.plain(INSPECT, 3, InspectQueues::read),
            "server", CommandSpec.plain(INSPECT, 1, InspectServer::read));

    private WorkqCommands() {}

    static CommandSpec find(RequestLine line) throws BadLine {
        String name = line.command();
        CommandSpec form = name == null ? null : BY_NAME.get(name);
        if (form == null && INSPECT.equals(name)) {
            if (line.args() == 0) {
                throw new BadLine(ClientError.INVALID_ARGS);
            }
            form = INSPECT_BY_OBJECT.get(line.text(0));
        }
        if (form == null) {
            throw new BadLine(ClientError.UNKNOWN_COMMAND);
        }
        return form;
    }
}
