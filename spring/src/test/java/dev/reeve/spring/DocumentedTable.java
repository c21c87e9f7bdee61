package dev.reeve.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The statement in the manual that makes the table of the outbox. */
final class DocumentedTable {
    private static final String BEGIN = "```sql\n";

    private DocumentedTable() {}

    static String sql() {
        try {
            String manual = Files.readString(Path.of("../docs/java.md"));
            int from = manual.indexOf(BEGIN) + BEGIN.length();
            return manual.substring(from, manual.indexOf(";\n", from));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
