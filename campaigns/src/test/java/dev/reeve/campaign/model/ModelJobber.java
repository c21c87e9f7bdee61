package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.State;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.JobberRequests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobber: requests of steps, and expected replies. */
final class ModelJobber implements ModelSide {
    private static final long USUAL = 30 * Model.SECOND;

    private final Model model;
    private final ModelNames names;

    ModelJobber(Model model, ModelNames names) {
        this.model = model;
        this.names = names;
    }

    @Override
    public ModelRequest request(ModelStep step) {
        return ModelRequest.of(call(step));
    }

    private HttpDoorRequest call(ModelStep step) {
        List<String> words = step.words();
        String id = names.id(words.get(0));
        String lock = words.size() < 2 ? "" : names.token(id, words.get(1));
        return switch (step.verb()) {
            case "queue" -> JobberRequests.add(words.get(1), words.get(2));
            case "take" ->
                HttpDoorRequest.of(
                        "POST",
                        "/jobber/queue/" + words.get(0) + "/take?wait=" + words.get(1),
                        "{\"worker\":\"" + words.get(2) + "\"" + visibility(words.get(3)) + "}");
            case "done", "release" -> JobberRequests.report(id, step.verb(), lock);
            case "extend" ->
                HttpDoorRequest.of(
                        "POST",
                        "/jobber/job/" + id + "/extend",
                        "{\"lock\":\"" + lock + "\"" + visibility(words.get(2)) + "}");
            case "show" -> JobberRequests.show(id);
            default -> throw new IllegalArgumentException(step.toString());
        };
    }

    private static String visibility(String word) {
        return word.equals("-") ? "" : ",\"visibility_timeout\":\"" + word + "\"";
    }

    @Override
    public void expect(ModelStep step) {
        List<String> words = step.words();
        switch (step.verb()) {
            case "queue" -> {
                ModelJob job = model.add(names.id(words.get(0)), words.get(1), words.get(2));
                job.leaseLasts = USUAL;
                job.maxFails = Integer.MAX_VALUE;
                model.tell(step.client(), "201 {\"job-id\":\"" + job.id + "\"}\n");
            }
            case "take" ->
                model.lease(new Waiter(
                        step.client(),
                        List.of(words.get(0)),
                        0,
                        new Waiter.Lender(
                                words.get(2), words.get(3).equals("-") ? 0 : ModelText.duration(words.get(3))),
                        model.uptime + ModelText.duration(words.get(1)),
                        job -> taken(job, step.client()),
                        "204 \n"));
            case "show" -> model.tell(step.client(), show(step));
            default -> model.tell(step.client(), locked(step));
        }
    }

    private String taken(ModelJob job, String client) {
        String token = ModelText.part("\"lock\":\"([0-9]+)\"", model.heardBy(client));
        Tokens.given(model, names, job, token);
        return "200 {\"job-id\":" + ModelText.quoted(job.id) + ",\"type\":" + ModelText.quoted(job.queue)
                + ",\"payload\":"
                + ModelText.json(job.payload) + ",\"lock\":\"" + token + "\",\"visible-at\":" + visible(job.deadline)
                + "}\n";
    }

    private static String visible(long micros) {
        return micros == Model.FOREVER ? "null" : ModelText.moment(micros);
    }

    private String show(ModelStep step) {
        ModelJob job = model.find(names.id(step.words().get(0)));
        if (job == null) {
            return missing(step);
        }
        String state = job.waits() ? "queued" : job.state == State.LEASED ? "in-process" : "done";
        long visible = switch (job.state) {
            case SCHEDULED, RETRYING -> job.due;
            case LEASED -> job.deadline;
            default -> Model.FOREVER;
        };
        return "200 {\"job-id\":" + ModelText.quoted(job.id) + ",\"type\":" + ModelText.quoted(job.queue)
                + ",\"state\":\""
                + state + "\",\"attempts\":" + job.attempts + ",\"created-at\":" + ModelText.moment(job.created)
                + ",\"visible-at\":" + visible(visible) + "}\n";
    }

    private String missing(ModelStep step) {
        return "404 {\"error\":\"There is no job " + names.id(step.words().get(0)) + "\"}\n";
    }

    private String locked(ModelStep step) {
        ModelJob job = model.find(names.id(step.words().get(0)));
        if (job == null) {
            return missing(step);
        }
        String refusal = refusal(job, step);
        if (refusal != null) {
            return refusal;
        }
        switch (step.verb()) {
            case "done" -> model.tries.complete(model.now, job, "");
            case "release" -> Tokens.release(model, job);
            default -> {
                String wish = step.words().get(2);
                job.renewedAt = model.now;
                job.deadline = model.now + (wish.equals("-") ? USUAL : ModelText.duration(wish));
                return "200 {\"visible-at\":" + visible(job.deadline) + "}\n";
            }
        }
        return "204 \n";
    }

    private @Nullable String refusal(ModelJob job, ModelStep step) {
        if (step.verb().equals("done") && job.hasEnded()) {
            return "409 {\"error\":\"Job " + job.id + " is done\"}\n";
        }
        String token = names.token(job.id, step.words().get(1));
        return Tokens.holds(job, token)
                ? null
                : "409 {\"error\":\"The lock of job " + job.id + " is not the current one\"}\n";
    }
}
