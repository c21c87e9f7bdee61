package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Adds many jobs, as many in one request as the server takes. The source is read no further than one request ahead. */
final class JobAdds {
    /** The most bytes of one request, below the server's usual limit. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final HttpCalls calls;
    private final Codecs codecs;

    JobAdds(HttpCalls calls, Codecs codecs) {
        this.calls = calls;
        this.codecs = codecs;
    }

    /** Jobs of one request. */
    private static final class Portion {
        private final List<JobRequest<?, ?>> jobs = new ArrayList<>();
        private final List<byte[]> bodies = new ArrayList<>();

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
        private Portion next = new Portion();

        Portions(Iterator<? extends JobRequest<?, ?>> source) {
            this.source = source;
        }

        @Override
        public boolean hasNext() {
            return !next.jobs.isEmpty() || source.hasNext();
        }

        @Override
        public Portion next() {
            Portion portion = next;
            next = new Portion();
            long bytes = portion.bodies.stream().mapToLong(body -> body.length).sum();
            while (portion.jobs.size() < Reeve.MOST_JOBS && source.hasNext()) {
                JobRequest<?, ?> job = source.next();
                byte[] body = job.json(codecs);
                bytes += body.length;
                Portion into = bytes > MOST_BYTES && !portion.jobs.isEmpty() ? next : portion;
                into.jobs.add(job);
                into.bodies.add(body);
                if (into == next) {
                    break;
                }
            }
            return portion;
        }
    }

    /** Adds jobs; each may be refused for itself. */
    void each(Iterator<? extends JobRequest<?, ?>> jobs, Consumer<AddOutcome> told) {
        new Portions(jobs).forEachRemaining(portion -> add("/v1/bulk/add", portion, told));
    }

    private void add(String path, Portion portion, Consumer<AddOutcome> told) {
        ApiAnswer answer = calls.send(ApiCall.post(path, portion::write)).orThrow();
        List<JsonObject> results = answer.json().objects("results");
        for (int i = 0; i < portion.jobs.size(); i++) {
            told.accept(AddOutcome.of(portion.jobs.get(i), results.get(i), answer.repeated()));
        }
    }

    /**
     * Makes a batch: by one request if it is small enough, and then all of it or nothing. A larger one is opened, filled and closed; if
     * one of its jobs is refused, it is cancelled.
     */
    AddedBatch batch(BatchBuilder plan, Reeve reeve) {
        Portions portions = new Portions(plan.jobs().iterator());
        Portion first = portions.hasNext() ? portions.next() : new Portion();
        boolean open = portions.hasNext();
        calls.send(ApiCall.post("/v1/batches", out -> {
                    plan.write(open, codecs, out);
                    first.write(out);
                }))
                .orThrow();
        AddedBatch batch = new AddedBatch(reeve, plan.id());
        if (open) {
            try {
                portions.forEachRemaining(portion ->
                        add("/v1/batches/" + WireText.encoded(plan.id()) + "/jobs", portion, AddOutcome::orThrow));
            } catch (ReeveException e) {
                undo(batch, e);
                throw e;
            }
            batch.close();
        }
        return batch;
    }

    private static void undo(AddedBatch batch, ReeveException cause) {
        try {
            batch.cancel();
        } catch (ReeveException e) {
            cause.addSuppressed(e);
        }
    }
}
