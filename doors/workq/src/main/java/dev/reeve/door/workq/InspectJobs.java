package dev.reeve.door.workq;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.JobView;
import dev.reeve.net.ReplyBuffer;
import java.util.List;
import java.util.Optional;

/** {@code inspect jobs|scheduled-jobs <name> <cursor-offset> <limit>}. */
final class InspectJobs extends WorkqCall<Optional<List<JobView>>> {
    private final boolean scheduled;
    private final String name;
    private final PageArguments page;

    private InspectJobs(WorkqProtocol talk, boolean scheduled, String name, PageArguments page) {
        super(talk);
        this.scheduled = scheduled;
        this.name = name;
        this.page = page;
    }

    static InspectJobs readReady(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new InspectJobs(talk, false, line.name(1), PageArguments.read(line, 2));
    }

    static InspectJobs readScheduled(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new InspectJobs(talk, true, line.name(1), PageArguments.read(line, 2));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(this::find, this);
    }

    private Optional<List<JobView>> find(EngineView engine) {
        if (engine.queue(name) == null) {
            return Optional.empty();
        }
        return Optional.of(
                scheduled
                        ? engine.scheduled(name, page.offset(), page.limit())
                        : engine.ready(name, page.offset(), page.limit()));
    }

    @Override
    protected long retainedBytes(Optional<List<JobView>> found) {
        return found.stream()
                .flatMap(List::stream)
                .mapToLong(job -> job.payload().length)
                .sum();
    }

    @Override
    protected void write(Optional<List<JobView>> found, ReplyBuffer out) {
        if (found.isEmpty()) {
            markRefused();
            out.bytes(WorkqReplies.NOT_FOUND);
            return;
        }
        WorkqText.okCount(found.get().size(), out.buffer());
        for (JobView job : found.get()) {
            JobLines.write(job, out);
        }
    }
}
