package dev.reeve.door.api;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.HttpTranscript;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/api} over every kind of journal. */
class ApiTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (HttpTranscript transcript : HttpTranscript.in("api")) {
            for (JournalKind kind : JournalKind.values()) {
                tests.add(DynamicTest.dynamicTest(transcript.name() + " " + kind, () -> play(transcript, kind)));
            }
        }
        return tests;
    }

    private static void play(HttpTranscript transcript, JournalKind kind) {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server)) {
            transcript.play(server, http);
        }
    }
}
