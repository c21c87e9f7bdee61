package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.command.Track;
import java.util.ArrayList;
import java.util.List;

/** The call {@code track}. */
final class TrackCalls {
    private TrackCalls() {}

    /** The tracked jobs, and the ids of tracked jobs that no longer exist. */
    private record All(List<JobView> jobs, List<JobId> expired) implements ReplySize.Parts {
        @Override
        public List<JobView> parts() {
            return jobs;
        }
    }

    static CallPlan track(CallRequest request) {
        Arguments args = request.args();
        String command = args.text(0);
        if (command == null) {
            return new CallPlan.Read<>(view -> all(view.qless()), all -> reply(all, request));
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

    private static All all(QlessQueries directory) {
        List<JobView> jobs = new ArrayList<>();
        List<JobId> expired = new ArrayList<>();
        for (JobId id : directory.tracked()) {
            JobView job = directory.job(id);
            if (job == null) {
                expired.add(id);
            } else {
                jobs.add(job);
            }
        }
        return new All(jobs, expired);
    }

    private static Resp reply(All all, CallRequest request) {
        return Replies.limited(List.of(), all.jobs(), () -> {
            CjsonWriter json = new CjsonWriter().open().field("expired", JobJson.texts(all.expired()));
            return Replies.writeJobs(all.jobs(), request.form(), json.key("jobs"))
                    .close()
                    .reply();
        });
    }
}
