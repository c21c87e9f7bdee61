package dev.reeve.door.api;

import dev.reeve.server.testing.HttpTranscript;
import dev.reeve.server.testing.OpenApiDocument;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays every conversation in {@code transcripts/api} over every kind of journal. Every answer is as {@code /openapi.json} says. */
class ApiTranscriptsTest {
    @TestFactory
    List<DynamicTest> transcripts() throws IOException {
        OpenApiDocument document = OpenApiDocument.shipped();
        return HttpTranscript.tests("api", (transcript, kind) -> transcript.play(kind, document::check));
    }
}
