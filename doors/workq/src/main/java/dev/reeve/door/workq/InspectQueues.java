package dev.reeve.door.workq;

import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.ReplyBuffer;
import java.util.List;

/** {@code inspect queues <cursor-offset> <limit>}: queues in alphabetical order. */
final class InspectQueues extends WorkqCall<List<QueueView>> {
    private final PageArguments page;

    private InspectQueues(WorkqProtocol talk, PageArguments page) {
        super(talk);
        this.page = page;
    }

    static InspectQueues read(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new InspectQueues(talk, PageArguments.read(line, 1));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(engine -> engine.queues(page.offset(), page.limit()), this);
    }

    @Override
    protected void write(List<QueueView> queues, ReplyBuffer out) {
        WorkqText.okCount(queues.size(), out.buffer());
        for (QueueView queue : queues) {
            InspectQueue.writeQueue(queue, out);
        }
    }
}
