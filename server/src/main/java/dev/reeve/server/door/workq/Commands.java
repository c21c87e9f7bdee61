package dev.reeve.server.door.workq;

import java.util.Map;

/** The table of commands. */
final class Commands {
    private static final Map<String, Form> BY_NAME = Map.ofEntries(
            Map.entry("add", Form.withPayloadAndFlags(5, AddCommand::read)),
            Map.entry("schedule", Form.withPayloadAndFlags(6, ScheduleCommand::read)),
            Map.entry("run", Form.withPayloadAndFlags(5, RunCommand::read)),
            Map.entry("result", Form.plain(2, ResultCommand::read)),
            Map.entry("lease", Form.atLeast(2, LeaseCommand::read)),
            Map.entry("complete", Form.withPayload(2, ClientError.INVALID_PAYLOAD_SIZE, CompleteCommand::read)),
            Map.entry("fail", Form.withPayload(2, ClientError.INVALID_RESULT_SIZE, FailCommand::read)),
            Map.entry("delete", Form.plain(1, DeleteCommand::read)));

    /** What can be inspected; the object's name counts as an argument. */
    private static final Map<String, Form> INSPECT_BY_OBJECT = Map.of(
            "job", Form.plain(2, InspectJob::read),
            "jobs", Form.plain(4, InspectJobs::readReady),
            "scheduled-jobs", Form.plain(4, InspectJobs::readScheduled),
            "queue", Form.plain(2, InspectQueue::read),
            "queues", Form.plain(3, InspectQueues::read),
            "server", Form.plain(1, InspectServer::read));

    private Commands() {}

    static Form find(Line line) throws BadLine {
        String name = line.command();
        Form form = name == null ? null : BY_NAME.get(name);
        if (form == null && "inspect".equals(name)) {
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
