package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobDetails;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import dev.reeve.server.door.qless.Form;
import dev.reeve.server.door.qless.Resp;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shapes of replies that several calls share. */
final class Replies {
    private Replies() {}

    static Resp ids(List<JobId> ids) {
        return new Resp.Array(ids.stream().map(id -> Resp.bulk(id.toString())).toList());
    }

    /** Jobs: in the current form one text for all, in the others a text each. */
    static Resp jobs(List<JobDetails> jobs, Form form, long expiresMicros) {
        if (form != Form.CURRENT) {
            return new Resp.Array(jobs.stream()
                    .map(job -> (Resp) new Resp.Bulk(bytes(job, form, expiresMicros)))
                    .toList());
        }
        JsonWriter json = new JsonWriter();
        writeJobs(jobs, form, expiresMicros, json);
        return json.reply();
    }

    private static byte[] bytes(JobDetails job, Form form, long expiresMicros) {
        JsonWriter json = new JsonWriter();
        JobJson.write(job, form, expires(job, expiresMicros), json);
        return json.bytes();
    }

    static void writeJobs(Collection<JobDetails> jobs, Form form, long expiresMicros, JsonWriter json) {
        json.openList(jobs.isEmpty());
        for (JobDetails job : jobs) {
            json.separate();
            JobJson.write(job, form, expires(job, expiresMicros), json);
        }
        json.closeList(jobs.isEmpty());
    }

    /** A lazy job's lease ends by its callers' clock anyway. */
    private static long expires(JobDetails job, long expiresMicros) {
        return job.job().lazy() ? JobJson.OF_THE_LEASE : expiresMicros;
    }

    static Resp texts(Collection<String> texts) {
        return new JsonWriter().texts(texts).reply();
    }

    /** The state that a refusal names. */
    static String state(Outcome<?> refused) {
        String state = refused.about().isEmpty() ? "" : refused.about().get(0);
        return state.equals("STALLED") ? "stalled" : JobJson.state(State.valueOf(state));
    }

    static String about(Outcome<?> refused) {
        return refused.about().isEmpty() ? "" : refused.about().get(0);
    }

    /** What every call may be refused for; null if it was not for that. */
    static @Nullable Resp ofNoRoom(Outcome<?> outcome) {
        Rejection why = outcome.rejection();
        if (why == Rejection.OUT_OF_MEMORY) {
            return new Resp.Error("OOM command not allowed when used memory > 'maxmemory'.");
        }
        return why == Rejection.OUT_OF_DISK ? new Resp.Error("ERR no room on disk") : null;
    }
}
