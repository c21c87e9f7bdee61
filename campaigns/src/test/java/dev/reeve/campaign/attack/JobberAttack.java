package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.HttpDoorRequest;

/** Takes no job with as large a body as possible: this protocol has no lists, so JSON is what takes longest. */
final class JobberAttack implements Attack {
    private final String take = new String(
            HttpDoorRequest.of(
                            "POST",
                            "/jobber/queue/none/take",
                            "{\"x\":[" + "[1,2],".repeat(150_000) + "0],\"worker\":\"w\"}")
                    .encode(),
            ISO_8859_1);

    @Override
    public String name() {
        return "jobber take";
    }

    @Override
    public void prepare(AttackedServer target, int size) {}

    @Override
    public boolean isOfOneLargeBody() {
        return true;
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return take;
    }
}
