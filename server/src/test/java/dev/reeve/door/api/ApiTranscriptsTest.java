package dev.reeve.door.api;

import dev.reeve.server.testing.HttpTranscript;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/api} over every kind of journal. */
class ApiTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        return HttpTranscript.tests("api", HttpTranscript::play);
    }
}
