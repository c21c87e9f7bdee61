package dev.reeve.server.door.workq;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of commands. */
final class Commands {
    private static final String INSPECT = "inspect";

    private static final Map<String, Form> BY_NAME = Stream.of(
                    Form.withPayloadAndFlags("add", 5, AddCommand::read),
                    Form.withPayloadAndFlags("schedule", 6, ScheduleCommand::read),
                    Form.withPayloadAndFlags("run", 5, RunCommand::read),
                    Form.plain("result", 2, ResultCommand::read),
                    Form.atLeast("lease", 2, LeaseCommand::read),
                    Form.withPayload("complete", 2, ClientError.INVALID_PAYLOAD_SIZE, CompleteCommand::read),
                    Form.withPayload("fail", 2, ClientError.INVALID_RESULT_SIZE, FailCommand::read),
                    Form.plain("delete", 1, DeleteCommand::read))
            .collect(Collectors.toUnmodifiableMap(Form::name, Function.identity()));

    /** What can be inspected; the object's name counts as an argument. */
    private static final Map<String, Form> INSPECT_BY_OBJECT = Map.of(
            "job", Form.plain(INSPECT, 2, InspectJob::read),
            "jobs", Form.plain(INSPECT, 4, InspectJobs::readReady),
            "scheduled-jobs", Form.plain(INSPECT, 4, InspectJobs::readScheduled),
            "queue", Form.plain(INSPECT, 2, InspectQueue::read),
            "queues", Form.plain(INSPECT, 3, InspectQueues::read),
            "server", Form.plain(INSPECT, 1, InspectServer::read));

    private Commands() {}

    static Form find(Line line) throws BadLine {
        String name = line.command();
        Form form = name == null ? null : BY_NAME.get(name);
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
