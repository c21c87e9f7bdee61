package dev.reeve.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The documents and sources of the project, for tests that compare them with the code. */
public final class Documents {
    private Documents() {}

    /** The checkout: the nearest folder above the working directory that has the launcher. */
    public static Path home() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("reeve")) || !Files.exists(folder.resolve("docs"))) {
            folder = Objects.requireNonNull(folder.getParent(), "the tests run in a checkout");
        }
        return folder;
    }

    public static String read(String path) {
        try {
            return Files.readString(home().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The matches of the pattern's first group in the first column of the tables under a heading. */
    public static Set<String> wordsOfTable(String document, String heading, Pattern word) {
        String rest = read(document).split("\n## " + Pattern.quote(heading) + "\n", 2)[1];
        String firstColumn = rest.split("\n## ", 2)[0]
                .lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split("(?<!\\\\)\\|", 3)[1])
                .collect(Collectors.joining("\n"));
        return words(firstColumn, word);
    }

    /** The matches of the pattern's first group. */
    public static Set<String> words(String text, Pattern word) {
        return word.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
