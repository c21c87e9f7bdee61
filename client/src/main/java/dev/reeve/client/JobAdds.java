package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Adds many jobs, as many in one request as the server takes. The source is read no further than one request ahead. */
final class JobAdds {
    private static final String BATCHES = "/v1/batches";
    /** The most bytes of one request, below the server's usual limit. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final Reeve reeve;

    JobAdds(Reeve reeve) {
        this.reeve = reeve;
    }

    /** Jobs of one request. */
    private static final class Portion {
        private final List<JobRequest<?, ?>> jobs = new ArrayList<>();
        private final List<byte[]> bodies = new ArrayList<>();
        private JobObserver.Running running = failure -> {};

        void write(JsonGenerator out) throws IOException {
            out.writeArrayFieldStart("jobs");
            for (byte[] body : bodies) {
                WireText.writeRaw(body, out);
            }
            out.writeEndArray();
        }
    }

    /** The portions into which jobs are divided, made while they are read. */
    private final class Portions implements Iterator<Portion> {
        private final Iterator<? extends JobRequest<?, ?>> source;
        private final Deque<JobRequest<?, ?>> read = new ArrayDeque<>();

        Portions(Iterator<? extends JobRequest<?, ?>> source) {
            this.source = source;
        }

        @Override
        public boolean hasNext() {
            return !read.isEmpty() || source.hasNext();
        }

        @Override
        public Portion next() {
            while (read.size() < Reeve.MOST_JOBS && source.hasNext()) {
                read.add(source.next());
            }
            Portion portion = new Portion();
            Map<String, String> trace = new LinkedHashMap<>();
            portion.running = reeve.observers().begin(() -> operation(read, trace));
            try {
                fill(portion, trace);
            } catch (RuntimeException e) {
                portion.running.end(e);
                throw e;
            }
            return portion;
        }

        private void fill(Portion portion, Map<String, String> trace) {
            for (long bytes = 0; !read.isEmpty(); read.remove()) {
                JobRequest<?, ?> job = read.element().traced(trace);
                byte[] body = job.json(reeve.codecs());
                bytes += body.length;
                if (bytes > MOST_BYTES && !portion.jobs.isEmpty()) {
                    return;
                }
                portion.jobs.add(job);
                portion.bodies.add(body);
            }
        }
    }

    private static JobOperation operation(Collection<JobRequest<?, ?>> jobs, Map<String, String> trace) {
        Set<String> queues = new HashSet<>();
        jobs.forEach(job -> queues.add(String.valueOf(job.queueName())));
        String queue = queues.size() == 1 ? queues.iterator().next() : "";
        return new JobOperation(JobOperation.Kind.SEND, queue, null, jobs.size(), trace);
    }

    /** Adds jobs; each may be refused for itself. */
    void each(Iterator<? extends JobRequest<?, ?>> jobs, Consumer<AddOutcome> told) {
        new Portions(jobs).forEachRemaining(portion -> add("/v1/bulk/add", portion, told));
    }

    private void add(String path, Portion portion, Consumer<AddOutcome> told) {
        ApiAnswer answer = Observers.observed(
                portion.running,
                () -> reeve.calls().send(ApiCall.post(path, portion::write)).orThrow());
        List<JsonObject> results = answer.json().objects("results");
        for (int i = 0; i < portion.jobs.size(); i++) {
            told.accept(AddOutcome.of(portion.jobs.get(i), results.get(i), answer.repeated()));
        }
    }

    /**
     * Makes a batch: by one request if it is small enough, and then all of it or nothing. A larger one is opened, filled and closed; if
     * one of its jobs is refused, it is cancelled.
     */
    void batch(BatchBuilder plan) {
        Portions portions = new Portions(plan.jobs().iterator());
        Portion first = portions.hasNext() ? portions.next() : new Portion();
        boolean open = portions.hasNext();
        ApiCall call = ApiCall.post(BATCHES, out -> write(plan, first, open, out));
        Observers.observed(first.running, () -> reeve.calls().send(call).orThrow());
        if (open) {
            fill(new AddedBatch(reeve, plan.id()), portions);
        }
    }

    private void write(BatchBuilder plan, Portion first, boolean open, JsonGenerator out) throws IOException {
        plan.write(open, reeve.codecs(), out);
        first.write(out);
    }

    /** The request that makes the batch. */
    PendingAdd.Request written(BatchBuilder plan) {
        Portions portions = new Portions(plan.jobs().iterator());
        Portion all = portions.hasNext() ? portions.next() : new Portion();
        return Observers.observed(all.running, () -> {
            if (portions.hasNext()) {
                throw new IllegalArgumentException(
                        "a batch that is kept before it is sent has to fit into one request: at" + " most "
                                + Reeve.MOST_JOBS + " jobs and " + MOST_BYTES + " bytes");
            }
            byte[] body = JsonObject.write(out -> write(plan, all, false, out));
            return new PendingAdd.Request(BATCHES, new String(body, StandardCharsets.UTF_8));
        });
    }

    private void fill(AddedBatch batch, Portions portions) {
        try {
            portions.forEachRemaining(portion -> add(batch.path() + "/jobs", portion, AddOutcome::orThrow));
        } catch (ReeveException e) {
            undo(batch, e);
            throw e;
        }
        batch.close();
    }

    private static void undo(AddedBatch batch, ReeveException cause) {
        try {
            batch.cancel();
        } catch (ReeveException e) {
            cause.addSuppressed(e);
        }
    }
}
