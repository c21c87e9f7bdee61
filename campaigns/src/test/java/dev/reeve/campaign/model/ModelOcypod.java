package dev.reeve.campaign.model;

import dev.reeve.campaign.model.Model.Terms;
import dev.reeve.campaign.model.ModelJob.State;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ocypod: requests of steps, and expected replies. */
final class ModelOcypod implements ModelSide {
    private static final List<String> STATUSES =
            List.of("queued", "running", "failed", "completed", "cancelled", "timed_out");
    private static final List<String> TOTALS =
            List.of("created", "completed", "retried", "failed", "timed_out", "cancelled");

    /** The default timeout of a job. */
    private static final long UNSAID = 60 * Model.SECOND;

    private final Model model;
    private final ModelNames names;

    ModelOcypod(Model model, ModelNames names) {
        this.model = model;
        this.names = names;
    }

    @Override
    public ModelRequest request(ModelStep step) {
        return ModelRequest.of(call(step));
    }

    private HttpDoorRequest call(ModelStep step) {
        List<String> words = step.words();
        String first = words.isEmpty() ? "" : words.get(0);
        String number = names.number(first) + "";
        return switch (step.verb()) {
            case "queues" -> HttpDoorRequest.of("GET", "/queue");
            case "info" -> HttpDoorRequest.of("GET", "/info");
            case "tag" -> HttpDoorRequest.of("GET", "/tag/" + first);
            case "put-queue" -> OcypodRequests.declare(first, "{" + terms(words.subList(1, 6), false) + "}");
            case "get-queue" -> HttpDoorRequest.of("GET", "/queue/" + first);
            case "delete-queue" -> HttpDoorRequest.of("DELETE", "/queue/" + first);
            case "size", "job_ids" -> HttpDoorRequest.of("GET", "/queue/" + first + "/" + step.verb());
            case "take" -> HttpDoorRequest.of("GET", "/queue/" + first + "/job?wait=" + words.get(1));
            case "post" ->
                OcypodRequests.add(
                        words.get(1),
                        "{\"input\":" + words.get(2)
                                + (words.get(3).equals("-") ? "" : ",\"tags\":[\"" + words.get(3) + "\"]")
                                + terms(words.subList(4, 9), true) + "}");
            case "get" -> HttpDoorRequest.of("GET", "/job/" + number);
            case "status", "output" -> HttpDoorRequest.of("GET", "/job/" + number + "/" + step.verb());
            case "delete" -> OcypodRequests.delete(number);
            case "heartbeat" -> OcypodRequests.heartbeat(number, lease(first, words.get(1)));
            case "put-output" -> OcypodRequests.output(number, lease(first, words.get(2)), words.get(1));
            case "patch" ->
                OcypodRequests.patch(number, lease(first, words.get(3)), change(words.get(1), words.get(2)));
            default -> throw new IllegalArgumentException(step.toString());
        };
    }

    private static String change(String status, String output) {
        List<String> fields = new ArrayList<>();
        if (!status.equals("-")) {
            fields.add("\"status\":\"" + status + "\"");
        }
        if (!output.equals("-")) {
            fields.add("\"output\":" + output);
        }
        return "{" + String.join(",", fields) + "}";
    }

    private String lease(String name, String which) {
        return which.equals("-") ? "" : names.token(names.id(name), which);
    }

    private static String terms(List<String> words, boolean more) {
        String[] keys = {"timeout", "heartbeat_timeout", "expires_after", "retries", "retry_delays"};
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            String word = words.get(i);
            if (!word.equals("-")) {
                String value =
                        i < 3 ? ModelText.quoted(word) : i == 3 ? word : ModelText.list(List.of(word.split(",")));
                fields.add(ModelText.quoted(keys[i]) + ":" + value);
            }
        }
        return (more && !fields.isEmpty() ? "," : "") + String.join(",", fields);
    }

    private static Terms read(List<String> words, Terms otherwise) {
        return new Terms(
                words.get(0).equals("-") ? otherwise.timeout() : orForever(words.get(0)),
                words.get(1).equals("-") ? otherwise.heartbeat() : ModelText.duration(words.get(1)),
                words.get(2).equals("-") ? otherwise.expires() : orForever(words.get(2)),
                words.get(3).equals("-") ? otherwise.retries() : Integer.parseInt(words.get(3)),
                words.get(4).equals("-")
                        ? otherwise.delays()
                        : List.of(words.get(4).split(",")).stream()
                                .map(ModelText::duration)
                                .toList());
    }

    private static long orForever(String word) {
        long micros = ModelText.duration(word);
        return micros == 0 ? Model.FOREVER : micros;
    }

    @Override
    public void expect(ModelStep step) {
        switch (step.verb()) {
            case "take" -> take(step);
            case "queues" ->
                model.tell(step.client(), "200 " + ModelText.list(List.copyOf(model.queues.keySet())) + "\n");
            case "info" -> model.tell(step.client(), "200 " + info() + "\n");
            case "tag" ->
                model.tell(
                        step.client(),
                        "200 "
                                + numbers(model.jobs.stream()
                                        .filter(job ->
                                                job.tags.contains(step.words().get(0)))
                                        .toList())
                                + "\n");
            case "put-queue", "get-queue", "delete-queue", "size", "job_ids", "post" ->
                model.tell(step.client(), queue(step) + "\n");
            default -> model.tell(step.client(), job(step) + "\n");
        }
    }

    private String queue(ModelStep step) {
        List<String> words = step.words();
        String name = step.verb().equals("post") ? words.get(1) : words.get(0);
        Model.Queue queue = model.queues.get(name);
        if (step.verb().equals("put-queue")) {
            boolean isNew = queue == null;
            Model.Queue declared = queue == null ? new Model.Queue() : queue;
            declared.terms = read(words.subList(1, 6), Terms.USUAL);
            model.queues.put(name, declared);
            return isNew ? "201 " : "204 ";
        }
        if (queue == null) {
            return "404 {\"error\":\"Queue '" + name + "' does not exist\"}";
        }
        Terms terms = queue.terms == null ? Terms.USUAL : queue.terms;
        return switch (step.verb()) {
            case "get-queue" -> "200 {" + shown(terms) + "}";
            case "size" -> "200 " + byStatus(name, "queued").size();
            case "job_ids" ->
                "200 {"
                        + String.join(
                                ",",
                                STATUSES.stream()
                                        .map(status -> ModelText.quoted(status) + ":" + numbers(byStatus(name, status)))
                                        .toList())
                        + "}";
            case "post" -> "201 " + post(step, read(words.subList(4, 9), terms)).number;
            default -> {
                delete(name);
                yield "204 ";
            }
        };
    }

    private ModelJob post(ModelStep step, Terms terms) {
        List<String> words = step.words();
        ModelJob job = model.add(names.id(words.get(0)), words.get(1), words.get(2));
        job.rule = ModelJob.Rule.RETRIES;
        job.leaseLasts = terms.timeout();
        job.heartbeat = terms.heartbeat();
        job.keep = terms.expires();
        job.retries = terms.retries();
        job.delays = terms.delays();
        if (!words.get(3).equals("-")) {
            job.tags.add(words.get(3));
        }
        return job;
    }

    private void delete(String name) {
        model.queues.remove(name);
        model.lazy.recurring.values().removeIf(job -> job.queue.equals(name));
        for (ModelJob job : List.copyOf(model.jobs)) {
            if (job.queue.equals(name) && !job.queueDeleted) {
                job.queueDeleted = true;
                if (job.waits()) {
                    model.tries.queueDeleted(job);
                }
            }
        }
    }

    private static String shown(Terms terms) {
        return "\"timeout\":\"" + ModelText.duration(terms.timeout()) + "\",\"heartbeat_timeout\":\""
                + ModelText.duration(terms.heartbeat()) + "\",\"expires_after\":\""
                + ModelText.duration(terms.expires())
                + "\",\"retries\":" + terms.retries() + ",\"retry_delays\":"
                + ModelText.list(
                        terms.delays().stream().map(ModelText::duration).toList());
    }

    private void take(ModelStep step) {
        String name = step.words().get(0);
        long wait = ModelText.duration(step.words().get(1));
        model.lease(new Waiter(
                step.client(),
                List.of(name),
                0,
                new Waiter.Lender("", 0),
                model.uptime + wait,
                job -> taken(job, step.client()),
                model.queues.containsKey(name)
                        ? "204 \n"
                        : "404 {\"error\":\"Queue '" + name + "' does not exist\"}\n"));
        if (!model.queues.containsKey(name)) {
            model.waiters.stream()
                    .filter(waiter -> waiter.client().equals(step.client()))
                    .toList()
                    .forEach(waiter -> {
                        model.waiters.remove(waiter);
                        model.tell(step.client(), waiter.nothing());
                    });
        }
    }

    private String taken(ModelJob job, String client) {
        String token = ModelText.part("lease=([0-9]+) ", model.heardBy(client));
        Tokens.given(model, names, job, token);
        return "200 lease=" + token + " {\"id\":" + job.number + ",\"input\":" + ModelText.json(job.payload) + "}\n";
    }

    static String status(ModelJob job) {
        return switch (job.state) {
            case READY, SCHEDULED, DEPENDS -> "queued";
            case RETRYING -> job.timedOut ? "timed_out" : "failed";
            case LEASED -> "running";
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            case TIMED_OUT -> "timed_out";
            case CANCELLED -> "cancelled";
        };
    }

    private List<ModelJob> byStatus(String queue, String status) {
        return model.jobs.stream()
                .filter(job -> job.queue.equals(queue) && !job.queueDeleted)
                .filter(job -> status(job).equals(status))
                .toList();
    }

    private static String numbers(List<ModelJob> jobs) {
        return "[" + String.join(",", jobs.stream().map(job -> "" + job.number).toList()) + "]";
    }

    private String info() {
        List<String> queues = new ArrayList<>();
        for (String name : model.queues.keySet()) {
            List<String> counts = STATUSES.stream()
                    .map(status -> ModelText.quoted(status) + ":"
                            + byStatus(name, status).size())
                    .toList();
            queues.add(ModelText.quoted(name) + ":{" + String.join(",", counts) + "}");
        }
        List<String> totals = TOTALS.stream()
                .map(what -> "\"total_jobs_" + what + "\":" + model.totals.getOrDefault(what, 0))
                .toList();
        return "{\"queues\":{" + String.join(",", queues) + "},\"statistics\":{" + String.join(",", totals) + "}}";
    }

    private String job(ModelStep step) {
        long number = names.number(step.words().get(0));
        ModelJob job = model.find(number);
        if (job == null) {
            return "404 {\"error\":\"Job with ID " + number + " does not exist\"}";
        }
        return switch (step.verb()) {
            case "get" -> "200 {" + fields(job) + "}";
            case "status" -> "200 " + ModelText.quoted(status(job));
            case "output" -> "200 " + output(job);
            case "delete" -> {
                model.remove(job, "gone");
                yield "204 ";
            }
            case "heartbeat" ->
                ifRunning(
                        job,
                        step.words().get(1),
                        "Cannot heartbeat job " + number + ", job is not running",
                        () -> heartbeat(job));
            case "put-output" ->
                ifRunning(
                        job,
                        step.words().get(2),
                        "Can only set output for running jobs",
                        () -> job.result = step.words().get(1));
            default -> patch(job, step);
        };
    }

    private @Nullable String stale(ModelJob job, String which) {
        return which.equals("-") || Tokens.holds(job, names.token(job.id, which))
                ? null
                : "409 {\"error\":\"The lease of job " + job.number + " is not the current one\"}";
    }

    private String ifRunning(ModelJob job, String lease, String otherwise, Runnable change) {
        String stale = stale(job, lease);
        if (stale != null) {
            return stale;
        }
        if (job.state != State.LEASED) {
            return "409 {\"error\":\"" + otherwise + "\"}";
        }
        change.run();
        return "204 ";
    }

    private void heartbeat(ModelJob job) {
        job.renewedAt = model.now;
        if (job.heartbeat > 0) {
            job.deadline = model.leaseEnd(job, 0, job.leasedAt, model.now);
        }
    }

    private String patch(ModelJob job, ModelStep step) {
        String to = step.words().get(1);
        String output = step.words().get(2);
        String stale = stale(job, step.words().get(3));
        if (stale != null) {
            return stale;
        }
        String from = status(job);
        if (!to.equals("-") && !allowed(from, to)) {
            return "409 {\"error\":\"Cannot change status from " + from + " to " + to + "\"}";
        }
        if (!output.equals("-")) {
            if (job.state != State.LEASED) {
                return "409 {\"error\":\"Can only set output for running jobs\"}";
            }
            job.result = output;
        }
        if (to.equals("queued") && !model.queues.containsKey(job.queue)) {
            return "404 {\"error\":\"Queue '" + job.queue + "' does not exist\"}";
        }
        String result = job.result == null ? "" : job.result;
        switch (to) {
            case "completed" -> model.tries.complete(model.now, job, result);
            case "failed" -> model.tries.fail(model.now, job, result, null);
            case "timed_out" -> model.tries.lapse(job);
            case "cancelled" -> model.tries.cancel(job);
            case "queued" -> model.tries.requeue(job);
            default -> {}
        }
        return "204 ";
    }

    private static boolean allowed(String from, String to) {
        return switch (from) {
            case "queued" -> to.equals("cancelled");
            case "running" -> !to.equals("queued") && !to.equals("running");
            case "failed" -> to.equals("cancelled") || to.equals("queued");
            case "timed_out", "cancelled" -> to.equals("queued");
            default -> false;
        };
    }

    private static String output(ModelJob job) {
        return job.result == null || job.result.isEmpty() ? "null" : ModelText.json(job.result);
    }

    private static String fields(ModelJob job) {
        boolean queued = status(job).equals("queued");
        boolean tried = !queued && job.wasLeased;
        long timeout = job.leaseLasts == 0 ? UNSAID : job.leaseLasts;
        Terms terms = new Terms(timeout, job.heartbeat, job.keep, job.retries, job.delays);
        return "\"id\":" + job.number
                + ",\"queue\":" + ModelText.quoted(job.queue)
                + ",\"status\":" + ModelText.quoted(status(job))
                + ",\"tags\":" + ModelText.list(job.tags)
                + ",\"created_at\":" + ModelText.moment(job.created)
                + ",\"started_at\":" + ModelText.momentOrNull(tried ? job.leasedAt : 0)
                + ",\"ended_at\":" + ModelText.momentOrNull(job.state == State.LEASED ? 0 : job.ended)
                + ",\"last_heartbeat\":" + ModelText.momentOrNull(tried ? job.renewedAt : 0)
                + ",\"input\":" + ModelText.json(job.payload)
                + ",\"output\":" + output(job)
                + ","
                + shown(terms)
                        .replace(",\"retry_delays\"", ",\"retries_attempted\":" + job.retriesUsed + ",\"retry_delays\"")
                + ",\"ended\":" + job.hasEnded();
    }
}
