package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.command.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The call {@code track}. */
final class TrackCalls {
    private TrackCalls() {}

    /** A tracked id, and the job if it exists. */
    private record Tracked(JobId id, @Nullable JobView job) implements ReplySize.Parts {
        @Override
        public List<JobView> parts() {
            return job == null ? List.of() : List.of(job);
        }
    }

    static CallPlan track(CallRequest request) {
        Arguments args = request.args();
        String command = args.text(0);
        if (command == null) {
            return new CallPlan.LongRead<>(
                    () -> new Lookups<>(
                            view -> view.qless().tracked(Slice.MOST + 1),
                            (view, id) -> new Tracked(id, view.qless().job(id))),
                    found -> Replies.found(found, all -> reply(all, request)));
        }
        JobId id = args.id(1, "Track(): Arg \"jid\" missing");
        boolean track = command.equalsIgnoreCase("track");
        String missing = "Track(): Job does not exist";
        if (!track && !command.equalsIgnoreCase("untrack")) {
            String unknown = "Track(): Unknown action \"" + command + "\"";
            return new CallPlan.Read<>(
                    view -> view.qless().job(id) != null || !request.current(),
                    exists -> BadCall.error(exists ? unknown : missing));
        }
        List<String> tags = track && !request.current() ? args.texts(2) : List.of();
        tags.forEach(args::checked);
        Track change = new Track(request.caller(), id, track, request.current(), tags);
        return WorkCalls.write(request, change, changed -> changed(changed, request), refused -> missing);
    }

    private static Resp changed(boolean changed, CallRequest request) {
        return request.current() ? Resp.bulk(changed ? "1" : "0") : new Resp.Int(changed ? 1 : 0);
    }

    private static Resp reply(List<Tracked> all, CallRequest request) {
        List<JobView> jobs = new ArrayList<>();
        List<String> expired = new ArrayList<>();
        for (Tracked one : all) {
            if (one.job() == null) {
                expired.add(one.id().toString());
            } else {
                jobs.add(one.job());
            }
        }
        CjsonWriter json = new CjsonWriter().open().field("expired", expired).key("jobs");
        return GradualJson.list(json, jobs, Replies.writer(request.form()), CjsonWriter::close);
    }
}
