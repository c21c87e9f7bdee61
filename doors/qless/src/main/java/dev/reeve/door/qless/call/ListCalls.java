package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.ListJobsOfWorker;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Unfail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls about groups of jobs: {@code failed}, {@code unfail}, {@code tag}, {@code workers}. */
final class ListCalls {
    private ListCalls() {}

    /** One page of a list of jobs, and the total number of jobs. */
    private record Page(List<JobId> ids, List<JobView> jobs, int total) implements ReplySize.Parts {
        @Override
        public List<JobView> parts() {
            return jobs;
        }

        /** The ids or, in the older forms of {@code failed}, the jobs. */
        Resp reply(@Nullable CallingConvention withJobs) {
            return Replies.limited(ids, jobs, () -> {
                CjsonWriter json = new CjsonWriter().open().key("jobs");
                if (withJobs == null) {
                    json.texts(JobJson.texts(ids));
                } else {
                    Replies.writeJobs(jobs, withJobs, json);
                }
                return json.field("total", total).close().reply();
            });
        }
    }

    static CallPlan failed(CallRequest request) {
        Arguments args = request.args();
        long start = Math.max(0, (long) args.number(1, 0, "Failed(): Arg \"start\" is not a number: "));
        int limit = args.count(2, 25, "Failed(): Arg \"limit\" is not a number: ");
        String group = args.text(0);
        if (group == null) {
            return new CallPlan.Read<>(view -> groups(view.qless()), ListCalls::counts);
        }
        return new CallPlan.Read<>(
                view -> {
                    QlessQueries directory = view.qless();
                    List<JobId> ids = directory.failed(group, start, limit);
                    List<JobView> jobs = request.current() ? List.of() : details(directory, ids);
                    return new Page(ids, jobs, directory.failedCount(group));
                },
                page -> page.reply(request.current() ? null : request.form()));
    }

    private static Map<String, Integer> groups(QlessQueries directory) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        directory.failureGroups().forEach(group -> counts.put(group, directory.failedCount(group)));
        return counts;
    }

    private static Resp counts(Map<String, Integer> counts) {
        CjsonWriter json = new CjsonWriter().open();
        counts.forEach(json::field);
        return json.close().reply();
    }

    static List<JobView> details(QlessQueries directory, List<JobId> ids) {
        return ids.stream().map(directory::job).filter(Objects::nonNull).toList();
    }

    static CallPlan unfail(CallRequest request) {
        Arguments args = request.args();
        String queue = args.name(0, QueueCalls.NO_QUEUE);
        String group = args.text(1, "Unfail(): Arg \"group\" missing");
        int count = args.count(2, 25, "Unfail(): Arg \"count\" not a number: ");
        Unfail unfail = new Unfail(request.caller(), queue, group, count);
        return new CallPlan.Write<>(unfail, outcome -> new Resp.Int(outcome.reply()));
    }

    static CallPlan tag(CallRequest request) {
        Arguments args = request.args();
        String command = args.text(0, "Tag(): Arg \"command\" must be \"add\", \"remove\", \"get\" or \"top\"");
        return switch (command) {
            case "add", "remove" -> retag(request, command.equals("add"));
            case "get" -> tagged(args);
            case "top" -> top(args);
            default -> throw new BadCall("Tag(): First argument must be \"add\", \"remove\" or \"get\"");
        };
    }

    private static CallPlan retag(CallRequest request, boolean add) {
        JobId id = request.args().id(1, "Tag(): Arg \"jid\" missing");
        List<String> tags = request.args().texts(2);
        if (add) {
            tags.forEach(request.args()::checked);
        }
        Tag tag = new Tag(request.caller(), id, add, tags);
        return WorkCalls.write(request, tag, Replies::texts, refused -> "Tag(): Job " + id + " does not exist");
    }

    private static CallPlan tagged(Arguments args) {
        String tag = args.text(1, "Tag(): Arg \"tag\" missing");
        long offset = args.offset(2, "Tag(): Arg \"offset\" not a number: ");
        int count = args.count(3, 25, "Tag(): Arg \"count\" not a number: ");
        return new CallPlan.Read<>(
                view -> new Page(
                        view.qless().tagged(tag, offset, count),
                        List.of(),
                        view.qless().taggedCount(tag)),
                page -> page.reply(null));
    }

    private static CallPlan top(Arguments args) {
        long offset = args.offset(1, "Tag(): Arg \"offset\" not a number: ");
        int count = args.count(2, 25, "Tag(): Arg \"count\" not a number: ");
        return new CallPlan.Read<>(view -> view.qless().topTags(2, offset, count), Replies::texts);
    }

    static CallPlan workers(CallRequest request) {
        String name = request.args().text(0);
        return name == null
                ? new CallPlan.Write<>(new ListWorkers(request.caller()), outcome -> counts(outcome.reply()))
                : new CallPlan.Write<>(new ListJobsOfWorker(request.caller(), name), outcome -> jobs(outcome.reply()));
    }

    private static Resp jobs(QlessQueries.WorkerJobs worker) {
        return new CjsonWriter()
                .open()
                .field("stalled", JobJson.texts(worker.stalled()))
                .field("jobs", JobJson.texts(worker.jobs()))
                .close()
                .reply();
    }

    private static Resp counts(List<QlessQueries.WorkerCounts> workers) {
        return new CjsonWriter()
                .list(
                        workers,
                        (worker, json) -> json.open()
                                .field("stalled", worker.stalled())
                                .field("name", worker.name())
                                .field("jobs", worker.jobs())
                                .close())
                .reply();
    }

    static CallPlan forgetWorkers(CallRequest request) {
        List<String> workers = request.args().texts(0);
        return workers.isEmpty()
                ? QueueCalls.wrongNumber()
                : new CallPlan.Write<>(new ForgetWorkers(workers), done -> Resp.nil());
    }
}
