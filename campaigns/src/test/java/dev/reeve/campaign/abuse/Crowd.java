package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Idle clients. */
final class Crowd implements AutoCloseable {
    private final Ports ports;
    private final List<Wire> wires = new ArrayList<>();

    Crowd(Ports ports) {
        this.ports = ports;
    }

    void idle(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            wires.add(new Wire(ports.inTurn(i)));
        }
    }

    /** Returns when the server has accepted all connections opened so far. */
    void awaitLetIn() throws IOException {
        List<String> questions = List.of(
                "delete x\r\n",
                "ADD\0let-in\0\1\0\0\0\1\0\0\0\1\0\0\0x",
                "PING\r\n",
                "GET /queue HTTP/1.1\r\nHost: x\r\n\r\n");
        List<String> answers = List.of("-CLIENT", "ADDED", "+PONG", "HTTP/1.1 200");
        for (int i = wires.size() - questions.size(); i < wires.size(); i++) {
            int door = i % questions.size();
            String answer = wires.get(i)
                    .send(questions.get(door))
                    .read(answers.get(door).length());
            assertThat(answer).isEqualTo(answers.get(door));
        }
    }

    void leave() throws IOException {
        for (Wire wire : wires) {
            wire.close();
        }
    }

    @Override
    public void close() throws IOException {
        leave();
    }
}
