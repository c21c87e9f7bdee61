package dev.reeve.door.workq;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.net.testing.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/workq} over every kind of journal. */
class WorkqTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Transcript transcript : Transcript.in("workq")) {
            for (JournalKind kind : JournalKind.values()) {
                tests.add(DynamicTest.dynamicTest(transcript.name() + " " + kind, () -> play(transcript, kind)));
            }
        }
        return tests;
    }

    /** A door cannot tell whether its node leads. */
    @TestFactory
    List<DynamicTest> on_a_follower() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Transcript transcript : Transcript.in("workq")) {
            tests.add(DynamicTest.dynamicTest(transcript.name(), () -> {
                try (TestServer server = WorkqServer.start(
                        TestServer.Options.of(JournalKind.LATE).asFollower())) {
                    transcript.play(server);
                }
            }));
        }
        return tests;
    }

    /** Half-closed and closing connections are where NIO and epoll differ most. */
    @TestFactory
    List<DynamicTest> without_epoll() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Transcript transcript : Transcript.in("workq")) {
            if (List.of("half-close.txt", "framing.txt", "lease.txt").contains(transcript.name())) {
                tests.add(DynamicTest.dynamicTest(transcript.name(), () -> {
                    try (TestServer server = WorkqServer.start(
                            TestServer.Options.of(JournalKind.LOCAL).withoutEpoll())) {
                        transcript.play(server);
                    }
                }));
            }
        }
        return tests;
    }

    private static void play(Transcript transcript, JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            transcript.play(server);
        }
    }
}
