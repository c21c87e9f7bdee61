package dev.reeve.campaign.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.campaign.model.ModelJob.State;
import dev.reeve.testkit.GoqueueRequests;
import java.util.List;

/** Go Job Queue: requests of steps, and expected replies. */
final class ModelGoqueue implements ModelSide {
    private static final long MOST = 0xFFFF_FFFFL;

    private final Model model;
    private final ModelNames names;

    ModelGoqueue(Model model, ModelNames names) {
        this.model = model;
        this.names = names;
    }

    @Override
    public ModelRequest request(ModelStep step) {
        List<String> words = step.words();
        return switch (step.verb()) {
            case "connect" -> ModelRequest.of("CONNECT\0");
            case "add" ->
                ModelRequest.of(GoqueueRequests.add(
                        words.get(1),
                        unsigned(words, 2),
                        unsigned(words, 3),
                        words.get(4).getBytes(ISO_8859_1)));
            case "reserve" -> ModelRequest.of(GoqueueRequests.reserve(words.get(0), unsigned(words, 1)));
            case "delete" -> ModelRequest.of(GoqueueRequests.delete(names.number(words.get(0))));
            default -> throw new IllegalArgumentException(step.toString());
        };
    }

    private static int unsigned(List<String> words, int at) {
        return Integer.parseUnsignedInt(words.get(at));
    }

    private static String number(long number, int bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes; i++) {
            text.append((char) (number >>> (8 * i) & 0xFF));
        }
        return text.toString();
    }

    @Override
    public void expect(ModelStep step) {
        List<String> words = step.words();
        switch (step.verb()) {
            case "connect" -> model.tell(step.client(), "OK\0");
            case "add" -> {
                ModelJob job = model.add(names.id(words.get(0)), words.get(1), words.get(4));
                long ttp = Long.parseLong(words.get(3));
                job.priority = -Long.parseLong(words.get(2));
                job.shownAsZero = ttp == 0;
                // Slightly less than the second that a ttp of 0 gives.
                job.leaseLasts = ttp == 0 ? Model.SECOND - 1 : ttp * Model.SECOND;
                job.maxFails = Integer.MAX_VALUE;
                model.tell(step.client(), "ADDED\0" + number(job.number, 8));
            }
            case "reserve" -> reserve(step);
            default -> delete(step);
        }
    }

    private void reserve(ModelStep step) {
        long seconds = Long.parseLong(step.words().get(1));
        model.lease(new Waiter(
                step.client(),
                List.of(step.words().get(0)),
                0,
                new Waiter.Lender("", 0),
                seconds == 0 ? Model.FOREVER : model.uptime + seconds * Model.SECOND,
                ModelGoqueue::reserved,
                "TIMEOUT\0"));
    }

    private static String reserved(ModelJob job) {
        long priority = Math.max(0, Math.min(MOST, -job.priority));
        long lasts = job.deadline - job.leasedAt;
        long ttp = Math.min(MOST, (lasts + Model.SECOND - 1) / Model.SECOND);
        return "RESERVED\0" + number(job.number, 8) + number(priority, 4) + number(job.shownAsZero ? 0 : ttp, 4)
                + "reserved\0" + number(job.payload.length(), 4) + job.payload;
    }

    private void delete(ModelStep step) {
        long number = names.number(step.words().get(0));
        ModelJob job = model.find(number);
        if (job == null) {
            model.tell(step.client(), "ERROR\0Job " + number + " does not exist\0");
            return;
        }
        if (job.state == State.LEASED) {
            model.tries.complete(model.now, job, "");
        } else {
            model.remove(job, "gone");
        }
        model.tell(step.client(), "OK\0");
    }
}
