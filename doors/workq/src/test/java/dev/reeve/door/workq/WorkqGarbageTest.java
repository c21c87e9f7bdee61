package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.Session;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.TestClient;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For any input the server answers or closes the connection, and logs no error. */
class WorkqGarbageTest {
    private static final String WORDS = "add schedule run result lease complete fail delete inspect job jobs queue"
            + " queues server scheduled-jobs ping 00000000-0000-4000-8000-000000000001 0 1 4 -1 1000 60000 1048577"
            + " 99999999999999999999 2016-06-02T00:00:00Z -priority=1 -max-fails=2 -x";
    private static final List<String> ENDS =
            List.of(" ", " ", " ", " ", "\r\n", "\r\n", "\r\nabcd\r\n", "\n", "\0", "\377");

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void is_answered_or_ends_the_connection(JournalKind kind) {
        SplittableRandom random = new SplittableRandom(42);
        try (LogLines log = new LogLines(Session.class)) {
            try (TestServer server = WorkqServer.start(kind)) {
                for (int round = 0; round < 500; round++) {
                    TestClient client =
                            server.connect().sendRaw(garbage(random)).endInput();
                    server.settle();
                    // A command that still waits for a result ends with its time-out.
                    server.advance(86_400_000);
                    assertThat(client.readToTheEnd()).matches("([+-][A-Z].*\r\n(?s:.*))?");
                    client.close();
                }
                server.connect().send("inspect queue nobody").expect("-NOT-FOUND");
            }
            assertThat(log.told()).isEmpty();
        }
    }

    private static String garbage(SplittableRandom random) {
        String[] words = WORDS.split(" ", -1);
        StringBuilder garbage = new StringBuilder();
        for (int i = random.nextInt(60); i >= 0; i--) {
            garbage.append(words[random.nextInt(words.length)]);
            garbage.append(ENDS.get(random.nextInt(ENDS.size())));
        }
        return garbage.toString();
    }
}
