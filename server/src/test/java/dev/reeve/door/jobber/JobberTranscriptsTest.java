package dev.reeve.door.jobber;

import dev.reeve.server.testing.HttpTranscript;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/jobber} over every kind of journal. */
class JobberTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        return HttpTranscript.tests("jobber", HttpTranscript::play);
    }
}
