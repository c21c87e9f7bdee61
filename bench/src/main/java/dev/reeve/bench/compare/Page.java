package dev.reeve.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The generated parts of a document, each between two markers with its name. */
final class Page {
    private Page() {}

    static void write(Path file, String name, String made) throws IOException {
        String begin = "<!-- bench/%s: begin -->\n".formatted(name);
        String end = "<!-- bench/%s: end -->".formatted(name);
        String text = Files.readString(file);
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IOException(file + " lacks the markers " + begin.strip() + " and " + end);
        }
        Files.writeString(file, text.substring(0, from) + begin + made + text.substring(to));
    }
}
