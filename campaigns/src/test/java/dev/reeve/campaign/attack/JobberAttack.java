package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.HttpDoorRequest;

/**
 * Queues no job, because its type is missing, with as large a body as possible: this protocol has no lists, so JSON is what takes longest.
 */
final class JobberAttack implements Attack {
    private final String queue = new String(
            HttpDoorRequest.of("POST", "/jobber/queue", "{\"payload\":[" + "[1,2],".repeat(150_000) + "0]}")
                    .encode(),
            ISO_8859_1);

    @Override
    public String name() {
        return "jobber queue";
    }

    @Override
    public void prepare(AttackedServer target, int size) {}

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return queue;
    }
}
