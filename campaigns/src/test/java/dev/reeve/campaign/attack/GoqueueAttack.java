package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.GoqueueRequests;

/** Adds and reserves jobs. No command of this protocol takes long, so the pipeline is all there is. */
final class GoqueueAttack implements Attack {
    private static final int MOST_JOBS = 50_000;

    private final String both =
            text(GoqueueRequests.add("flood", 1, 600, new byte[1])) + text(GoqueueRequests.reserve("flood", 0));
    private final String reserve = text(GoqueueRequests.reserve("flood", 0));

    private static String text(byte[] request) {
        return new String(request, ISO_8859_1);
    }

    @Override
    public String name() {
        return "goqueue";
    }

    @Override
    public void prepare(AttackedServer target, int size) {}

    @Override
    public int port(AttackedServer target) {
        return target.goqueue();
    }

    @Override
    public String request(int n) {
        return n < MOST_JOBS ? both : reserve;
    }
}
