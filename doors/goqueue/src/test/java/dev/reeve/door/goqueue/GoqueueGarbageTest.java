package dev.reeve.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.Session;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.TestClient;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For any input the server answers or closes the connection, and logs no error. */
@Timeout(120)
class GoqueueGarbageTest {
    private static final List<String> PIECES = List.of(
            "ADD\0",
            "RESERVE\0",
            "DELETE\0",
            "CONNECT\0",
            "ADD\0q\0\0\0\0\0\1\0\0\0",
            "RESERVE\0q\0\1\0\0\0",
            "q\0",
            "\0",
            "\1\0\0\0",
            "\0\0\0\0",
            "\377\377\377\377",
            "\0\0\20\0",
            "\1\0\0\0\0\0\0\0",
            "\303",
            "ADD",
            "add\0",
            "x");

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void is_answered_or_ends_the_connection(JournalKind kind) {
        SplittableRandom random = new SplittableRandom(42);
        try (LogLines log = new LogLines(Session.class)) {
            try (TestServer server = GoqueueServer.start(kind)) {
                for (int round = 0; round < 1000; round++) {
                    TestClient client = server.connectTo("goqueue");
                    String reply = client.sendRaw(garbage(random)).endInput().readToTheEnd();
                    assertThat(reply).matches("((OK|ADDED|RESERVED|TIMEOUT|ERROR)\0(?s:.*))?");
                    client.close();
                }
                assertThat(GoqueueServer.connect(server).add("unharmed", 0, 1, new byte[1]))
                        .isPositive();
            }
            assertThat(log.told()).isEmpty();
        }
    }

    private static String garbage(SplittableRandom random) {
        StringBuilder garbage = new StringBuilder();
        for (int i = random.nextInt(30); i >= 0; i--) {
            garbage.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return garbage.toString();
    }
}
