package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.State;
import dev.reeve.testkit.WorkqRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Workq: requests of steps, and expected replies. */
final class ModelWorkq implements ModelSide {
    private static final List<String> FLAGS = List.of("-priority=", "-max-attempts=", "-max-fails=");

    private static final String OK = "+OK\r\n";
    private static final String TIMEOUT = "-TIMEOUT\r\n";
    private static final String NOT_FOUND = "-NOT-FOUND\r\n";
    private static final String MANY_MILLIS = "18446744073709551615";
    private static final int MOST_SHOWN = 255;

    private final Model model;
    private final ModelNames names;

    ModelWorkq(Model model, ModelNames names) {
        this.model = model;
        this.names = names;
    }

    @Override
    public ModelRequest request(ModelStep step) {
        return ModelRequest.of(text(step));
    }

    private String text(ModelStep step) {
        List<String> words = step.words();
        String first = words.isEmpty() ? "" : words.get(0);
        String last = words.isEmpty() ? "" : words.get(words.size() - 1);
        return switch (step.verb()) {
            case "add" ->
                WorkqRequests.add(
                        names.id(first), words.get(1), millis(words, 2), millis(words, 3), last, flags(words, 4, 3));
            case "schedule" -> {
                Instant due = Instant.ofEpochMilli((model.now - model.ahead + micros(words.get(4))) / 1000);
                String terms = words.get(2) + " " + words.get(3) + " " + due;
                yield WorkqRequests.schedule(names.id(first), words.get(1), terms, last, flags(words, 5, 3));
            }
            case "run" ->
                WorkqRequests.run(
                        names.id(first), words.get(1), millis(words, 2), millis(words, 3), last, flags(words, 4, 1));
            case "complete" -> WorkqRequests.complete(names.id(first), words.get(1));
            case "fail" -> WorkqRequests.fail(names.id(first), words.get(1));
            case "result" -> WorkqRequests.result(names.id(first), millis(words, 1));
            case "delete" -> WorkqRequests.delete(names.id(first));
            case "inspect-job" -> WorkqRequests.inspect("job " + names.id(first));
            case "inspect-jobs" -> WorkqRequests.inspect("jobs " + first + " 0 100");
            case "inspect-scheduled" -> WorkqRequests.inspect("scheduled-jobs " + first + " 0 100");
            case "inspect-queue" -> WorkqRequests.inspect("queue " + first);
            case "inspect-queues" -> WorkqRequests.inspect("queues 0 100");
            case "lease" ->
                WorkqRequests.lease(
                        Long.parseLong(last), words.subList(0, words.size() - 1).toArray(String[]::new));
            default -> throw new IllegalArgumentException(step.toString());
        };
    }

    private static long millis(List<String> words, int at) {
        return Long.parseLong(words.get(at));
    }

    /** Flags whose value is 0 are omitted. */
    private static String[] flags(List<String> words, int from, int count) {
        List<String> flags = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String value = words.get(from + i);
            if (!value.equals("0")) {
                flags.add(FLAGS.get(i) + value);
            }
        }
        return flags.toArray(String[]::new);
    }

    @Override
    public void expect(ModelStep step) {
        List<String> words = step.words();
        switch (step.verb()) {
            case "add" -> add(step, model.now, words.subList(4, 8));
            case "schedule" -> add(step, model.now + micros(words.get(4)), words.subList(5, 9));
            case "run" -> run(step);
            case "complete", "fail" -> finish(step);
            case "result" -> result(step);
            case "delete" -> delete(step);
            case "lease" -> lease(step);
            default -> model.tell(step.client(), inspect(step));
        }
    }

    private static long micros(String millis) {
        return Long.parseLong(millis) * 1000;
    }

    private void add(ModelStep step, long starts, List<String> rest) {
        List<String> words = step.words();
        long ttl = micros(words.get(3));
        if (model.find(names.id(words.get(0))) != null) {
            model.tell(step.client(), error("Duplicate job"));
        } else if (starts + ttl <= model.now) {
            model.tell(step.client(), error("Invalid Time"));
        } else {
            ModelJob job = model.add(names.id(words.get(0)), words.get(1), rest.get(3));
            job.leaseLasts = micros(words.get(2));
            job.ttl = ttl;
            job.keep = Model.FOREVER;
            job.priority = Long.parseLong(rest.get(0));
            job.maxAttempts = Integer.parseInt(rest.get(1));
            job.maxFails = Integer.parseInt(rest.get(2));
            job.starts = starts;
            job.due = starts;
            job.state = starts > model.now ? State.SCHEDULED : State.READY;
            model.tell(step.client(), OK);
        }
    }

    private void run(ModelStep step) {
        List<String> words = step.words();
        String id = names.id(words.get(0));
        if (model.find(id) != null) {
            model.tell(step.client(), error("Duplicate job"));
            return;
        }
        ModelJob job = model.add(id, words.get(1), words.get(5));
        job.leaseLasts = micros(words.get(2));
        job.foreground = true;
        job.caller = step.client();
        job.wait = micros(words.get(3));
        job.priority = Long.parseLong(words.get(4));
        model.waiters.add(end(step.client(), job, Model.FOREVER, "$how:"));
    }

    private void result(ModelStep step) {
        ModelJob job = known(step);
        if (job == null) {
            return;
        }
        if (job.hasEnded()) {
            String how = job.state == State.COMPLETED ? "1" : "0";
            boolean cancelled = job.state == State.CANCELLED;
            model.tell(step.client(), cancelled ? NOT_FOUND : outcome(job).replace("$how", how));
        } else {
            model.waiters.add(
                    end(step.client(), job, model.uptime + micros(step.words().get(1)), "result $how:"));
        }
    }

    private static Waiter end(String client, ModelJob job, long deadline, String mark) {
        return new Waiter(
                client,
                List.of(),
                job.number,
                new Waiter.Lender("", 0),
                deadline,
                ended -> mark + outcome(ended),
                TIMEOUT);
    }

    private static String outcome(ModelJob job) {
        String result = job.result == null ? "" : job.result;
        return "+OK 1\r\n" + job.id + " $how " + result.length() + "\r\n" + result + "\r\n";
    }

    /**
     * Translates the model's notation for ends of jobs into this protocol. The caller of a foreground job that timed out
     * gets a timeout; a client that only asked for its result gets "not found".
     */
    static String words(String told) {
        return told.replaceAll("result (gone|late):\\+OK 1\r\n[^\r]*\r\n[^\r]*\r\n", NOT_FOUND)
                .replaceAll("gone:\\+OK 1\r\n[^\r]*\r\n[^\r]*\r\n", NOT_FOUND)
                .replaceAll("late:\\+OK 1\r\n[^\r]*\r\n[^\r]*\r\n", TIMEOUT)
                .replaceAll("(result )?[01]:\\+OK", "+OK");
    }

    private void finish(ModelStep step) {
        ModelJob job = known(step);
        if (job == null) {
            return;
        }
        String result = step.words().get(1);
        if (job.hasEnded()) {
            model.tell(step.client(), error("Duplicate result"));
        } else if (step.verb().equals("complete")) {
            model.tries.complete(model.now, job, result);
            model.tell(step.client(), OK);
        } else {
            model.tries.fail(model.now, job, result, null);
            model.tell(step.client(), OK);
        }
    }

    private void delete(ModelStep step) {
        ModelJob job = known(step);
        if (job != null) {
            model.remove(job, "gone");
            model.tell(step.client(), OK);
        }
    }

    private void lease(ModelStep step) {
        List<String> words = step.words();
        int last = words.size() - 1;
        model.lease(new Waiter(
                step.client(),
                words.subList(0, last),
                0,
                new Waiter.Lender("", 0),
                model.uptime + micros(words.get(last)),
                job -> "+OK 1\r\n" + job.id + " " + job.queue + " " + job.payload.length() + "\r\n" + job.payload
                        + "\r\n",
                TIMEOUT));
    }

    /** The job named by the first word; if it does not exist, records the error reply and returns null. */
    private @Nullable ModelJob known(ModelStep step) {
        String id = names.id(step.words().get(0));
        ModelJob job = model.find(id);
        if (job == null) {
            model.tell(step.client(), ModelNames.isUuid(id) ? NOT_FOUND : error("Invalid ID"));
        }
        return job;
    }

    private String inspect(ModelStep step) {
        if (step.verb().equals("inspect-job")) {
            ModelJob job = known(step);
            return job == null ? "" : "+OK 1\r\n" + lines(job);
        }
        if (step.verb().equals("inspect-queues")) {
            List<String> parts = new ArrayList<>();
            model.queues.keySet().forEach(name -> parts.add(queue(name)));
            return "+OK " + parts.size() + "\r\n" + String.join("", parts);
        }
        String name = step.words().get(0);
        if (!model.queues.containsKey(name)) {
            return NOT_FOUND;
        }
        if (step.verb().equals("inspect-queue")) {
            return "+OK 1\r\n" + queue(name);
        }
        List<ModelJob> jobs = step.verb().equals("inspect-jobs") ? model.ready(name) : model.scheduled(name);
        return "+OK " + jobs.size() + "\r\n"
                + String.join("", jobs.stream().map(this::lines).toList());
    }

    private String queue(String name) {
        return name + " 2\r\nready-len " + model.ready(name).size() + "\r\nscheduled-len "
                + model.scheduled(name).size() + "\r\n";
    }

    private String lines(ModelJob job) {
        boolean waits = job.state == State.SCHEDULED || job.state == State.RETRYING;
        boolean timed = waits || job.starts != job.created;
        return job.id + (timed ? " 13" : " 12")
                + "\r\nname " + job.queue
                + "\r\nttr " + millis(job.leaseLasts)
                + "\r\nttl " + (job.foreground ? "0" : millis(job.ttl))
                + "\r\npayload-size " + job.payload.length()
                + "\r\npayload " + job.payload
                + "\r\nmax-attempts " + Math.min(MOST_SHOWN, job.maxAttempts)
                + "\r\nattempts " + job.attempts
                + "\r\nmax-fails " + Math.min(MOST_SHOWN, job.maxFails)
                + "\r\nfails " + job.fails
                + "\r\npriority " + job.priority
                + "\r\nstate " + state(job)
                + "\r\ncreated " + seconds(job.created)
                + (timed ? "\r\ntime " + seconds(waits ? job.due : job.starts) : "")
                + "\r\n";
    }

    private static String millis(long micros) {
        return micros == Model.FOREVER ? MANY_MILLIS : Long.toString(micros / 1000);
    }

    private static String seconds(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, Model.SECOND)).toString();
    }

    private static int state(ModelJob job) {
        return switch (job.state) {
            case READY -> job.attempts > 0 || job.fails > 0 ? 3 : 0;
            case SCHEDULED, DEPENDS -> 0;
            case RETRYING -> 3;
            case LEASED -> 4;
            case COMPLETED -> 1;
            case FAILED, TIMED_OUT, CANCELLED -> 2;
        };
    }

    private static String error(String text) {
        return "-CLIENT-ERROR " + text + "\r\n";
    }
}
