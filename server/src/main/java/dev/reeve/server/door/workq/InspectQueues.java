package dev.reeve.server.door.workq;

import dev.reeve.engine.queue.QueueView;
import dev.reeve.server.net.Output;
import java.util.List;

/** {@code inspect queues <cursor-offset> <limit>}: in alphabetical order. */
final class InspectQueues extends Call<List<QueueView>> {
    private final Page page;

    private InspectQueues(WorkqProtocol talk, Page page) {
        super(talk);
        this.page = page;
    }

    static InspectQueues read(Line line, WorkqProtocol talk) throws BadLine {
        return new InspectQueues(talk, Page.read(line, 1));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(engine -> engine.queues(page.offset(), page.limit()), this);
    }

    @Override
    protected void write(List<QueueView> queues, Output out) {
        Text.okCount(queues.size(), out.buffer());
        for (QueueView queue : queues) {
            InspectQueue.writeQueue(queue, out);
        }
    }
}
