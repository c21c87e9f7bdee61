package dev.reeve.door.ocypod;

import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.HttpTranscript;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/ocypod} over every kind of journal. */
class OcypodTranscriptsTest {
    private static final String CALLED_CREATED = "# initial-status: created";

    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        return HttpTranscript.tests("ocypod", OcypodTranscriptsTest::play);
    }

    private static void play(HttpTranscript transcript, JournalKind kind) {
        OcypodSettings defaults = OcypodSettings.DEFAULTS;
        OcypodSettings settings = transcript.says(CALLED_CREATED)
                ? new OcypodSettings(InitialStatus.CREATED, defaults.mostPayloadBytes(), defaults.longestNameBytes())
                : defaults;
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server, HttpLimits.DEFAULTS, settings)) {
            transcript.play(server, http);
        }
    }
}
