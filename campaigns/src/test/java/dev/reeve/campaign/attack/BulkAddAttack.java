package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.HttpDoorRequest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Adds as many jobs as one request may have, in as large a body as it may have, of very many small values. The first request adds
 * them; those after it name jobs that exist, so that all is read, checked and journalled again and memory does not fill up.
 */
final class BulkAddAttack implements Attack {
    private static final int JOBS = 1000;
    /** As large as it may be; a short attack, without the optimizing compiler, has bodies of 4 MiB. */
    private static final String PAYLOAD = "[" + "[1,2],".repeat(AttackTest.AT_LENGTH ? 2700 : 650) + "0]";

    private final String add = new String(
            HttpDoorRequest.of(
                            "POST",
                            "/v1/bulk/add",
                            IntStream.range(0, JOBS)
                                    .mapToObj(i -> "{\"queue\":\"bulk\",\"id\":\"bulk-" + i + "\",\"payload\":"
                                            + PAYLOAD + "}")
                                    .collect(Collectors.joining(",", "{\"jobs\":[", "]}")))
                    .encode(),
            ISO_8859_1);

    @Override
    public String name() {
        return "v1 bulk add";
    }

    @Override
    public void prepare(AttackedServer target, int size) {}

    /** It makes no work for a loop that is not cut or moved to another thread. */
    @Override
    public double longestTurnMillis() {
        return AttackTest.AT_LENGTH ? 25 : Attack.super.longestTurnMillis();
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return add;
    }
}
