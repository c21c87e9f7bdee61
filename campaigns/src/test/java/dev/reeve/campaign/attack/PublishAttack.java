package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import java.util.ArrayList;
import java.util.List;

/** Publishes to as many patterns as clients may have. None matches, but each almost does. */
final class PublishAttack implements Attack {
    private static final int CLIENTS = 10;
    private static final int PATTERNS = 100;

    private final List<TestClient> subscribers = new ArrayList<>();

    @Override
    public String name() {
        return "PUBLISH";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        for (int client = 0; client < CLIENTS; client++) {
            TestClient socket = new TestClient(target.qless());
            subscribers.add(socket);
            RespClient subscriber = new RespClient(socket);
            for (int i = 0; i < PATTERNS; i++) {
                subscriber.call("PSUBSCRIBE", "*a".repeat(400) + "*" + client + "-" + i + "*");
            }
        }
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.command("PUBLISH", "a".repeat(1000), "x");
    }
}
