package dev.reeve.door.goqueue;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.net.testing.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/goqueue} over every kind of journal. */
class GoqueueTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Transcript transcript : Transcript.in("goqueue")) {
            for (JournalKind kind : JournalKind.values()) {
                tests.add(DynamicTest.dynamicTest(transcript.name() + " " + kind, () -> {
                    try (TestServer server = GoqueueServer.start(kind)) {
                        transcript.play(server);
                    }
                }));
            }
        }
        return tests;
    }
}
