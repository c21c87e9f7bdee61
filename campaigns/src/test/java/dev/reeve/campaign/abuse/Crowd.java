package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.TestClient;
import java.util.ArrayList;
import java.util.List;

/** Idle clients. */
final class Crowd implements AutoCloseable {
    private final Ports ports;
    private final List<TestClient> clients = new ArrayList<>();

    Crowd(Ports ports) {
        this.ports = ports;
    }

    void idle(int count) {
        for (int i = 0; i < count; i++) {
            clients.add(new TestClient(ports.inTurn(i)));
        }
    }

    /** Returns when the server has accepted all connections opened so far. */
    void awaitLetIn() {
        List<String> questions = List.of(
                "delete x\r\n",
                "ADD\0let-in\0\1\0\0\0\1\0\0\0\1\0\0\0x",
                "PING\r\n",
                "GET /queue HTTP/1.1\r\nHost: localhost\r\n\r\n");
        List<String> answers = List.of("-CLIENT", "ADDED", "+PONG", "HTTP/1.1 200");
        for (int i = clients.size() - questions.size(); i < clients.size(); i++) {
            int door = i % questions.size();
            String answer = clients.get(i)
                    .sendRaw(questions.get(door))
                    .readText(answers.get(door).length());
            assertThat(answer).isEqualTo(answers.get(door));
        }
    }

    void leave() {
        clients.forEach(TestClient::close);
    }

    @Override
    public void close() {
        leave();
    }
}
