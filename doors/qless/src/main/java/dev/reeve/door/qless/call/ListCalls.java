package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.ListJobsOfWorker;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Unfail;
import java.util.List;
import java.util.function.BiConsumer;

/** Calls about groups of jobs: {@code failed}, {@code unfail}, {@code tag}, {@code workers}. */
final class ListCalls {
    private ListCalls() {}

    /** One page of a list of jobs, and the total number of jobs. */
    private record Page(List<JobId> ids, int total) implements ReplySize.Parts {
        @Override
        public List<JobId> parts() {
            return ids;
        }

        Resp reply() {
            return ids.size() > Slice.MOST
                    ? BadRead.tooMany().error()
                    : ListCalls.reply(ids, (id, json) -> json.text(id.toString()), total);
        }
    }

    private static <T> Resp reply(List<T> jobs, BiConsumer<T, CjsonWriter> writer, int total) {
        CjsonWriter json = new CjsonWriter().open().key("jobs");
        return GradualJson.list(
                json, jobs, writer, end -> end.field("total", total).close());
    }

    static CallPlan failed(CallRequest request) {
        Arguments args = request.args();
        long start = Math.max(0, (long) args.number(1, 0, "Failed(): Arg \"start\" is not a number: "));
        int limit = Slice.most(args.count(2, 25, "Failed(): Arg \"limit\" is not a number: "));
        String group = args.text(0);
        if (group == null) {
            return groups();
        }
        if (request.current()) {
            return new CallPlan.Read<>(
                    view -> new Page(
                            view.qless().failed(group, start, limit),
                            view.qless().failedCount(group)),
                    Page::reply);
        }
        int[] total = new int[1];
        return new CallPlan.LongRead<>(
                () -> new Lookups<>(
                        view -> {
                            total[0] = view.qless().failedCount(group);
                            return view.qless().failed(group, start, limit);
                        },
                        (view, id) -> view.qless().job(id)),
                found -> Replies.found(found, jobs -> reply(jobs, Replies.writer(request.form()), total[0])));
    }

    private record GroupCount(String group, int count) {}

    private static CallPlan groups() {
        return new CallPlan.LongRead<>(
                () -> new Lookups<>(
                        view -> view.qless().failureGroups(Slice.MOST + 1),
                        (view, group) -> new GroupCount(group, view.qless().failedCount(group))),
                found -> Replies.found(found, ListCalls::counts));
    }

    private static Resp counts(List<GroupCount> groups) {
        CjsonWriter json = new CjsonWriter().open();
        groups.stream().filter(group -> group.count() > 0).forEach(group -> json.field(group.group(), group.count()));
        return json.close().reply();
    }

    static CallPlan unfail(CallRequest request) {
        Arguments args = request.args();
        String queue = args.name(0, QueueCalls.NO_QUEUE);
        String group = args.text(1, "Unfail(): Arg \"group\" missing");
        int count = args.count(2, 25, "Unfail(): Arg \"count\" not a number: ");
        return new CallPlan.Repeated(wanted -> new Unfail(request.caller(), queue, group, wanted), count);
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
        int count = Slice.most(args.count(3, 25, "Tag(): Arg \"count\" not a number: "));
        return new CallPlan.Read<>(
                view -> new Page(
                        view.qless().tagged(tag, offset, count), view.qless().taggedCount(tag)),
                Page::reply);
    }

    private static CallPlan top(Arguments args) {
        long offset = args.offset(1, "Tag(): Arg \"offset\" not a number: ");
        int count = Slice.most(args.count(2, 25, "Tag(): Arg \"count\" not a number: "));
        return new CallPlan.Read<>(
                view -> view.qless().topTags(2, offset, count),
                tags -> tags.size() > Slice.MOST ? BadRead.tooMany().error() : Replies.texts(tags));
    }

    static CallPlan workers(CallRequest request) {
        String name = request.args().text(0);
        long now = request.nowMicros();
        if (name != null) {
            return new CallPlan.Write<>(new ListJobsOfWorker(request.caller(), name), outcome -> jobs(outcome.reply()));
        }
        return new CallPlan.LongRead<>(
                new ListWorkers(request.caller()),
                () -> new Lookups<>(
                        view -> view.qless().workers(Slice.MOST + 1),
                        (view, worker) -> view.qless().workerCounts(worker, now)),
                outcome -> Replies.found(outcome.reply(), workers -> GradualJson.list(workers, ListCalls::write)),
                CallPlan.Encoding.WHEN_WRITTEN);
    }

    private static void write(QlessQueries.WorkerCounts worker, CjsonWriter json) {
        json.open()
                .field("stalled", worker.stalled())
                .field("name", worker.name())
                .field("jobs", worker.jobs())
                .close();
    }

    private static Resp jobs(QlessQueries.WorkerJobs worker) {
        CjsonWriter json = new CjsonWriter()
                .open()
                .field("stalled", JobJson.texts(worker.stalled()))
                .key("jobs");
        return GradualJson.list(json, worker.jobs(), (id, out) -> out.text(id.toString()), CjsonWriter::close);
    }

    static CallPlan forgetWorkers(CallRequest request) {
        List<String> workers = request.args().texts(0);
        return workers.isEmpty()
                ? QueueCalls.wrongNumber()
                : new CallPlan.Write<>(new ForgetWorkers(workers), done -> Resp.nil());
    }
}
