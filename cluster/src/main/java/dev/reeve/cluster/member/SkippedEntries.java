package dev.reeve.cluster.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * The entries that a node does not apply, because every node would stop at them. An operator notes their positions on each node, in the file {@code skipped} of
 * its data folder.
 */
public final class SkippedEntries {
    private static final String FILE = "skipped";

    private SkippedEntries() {}

    /** Notes a position in the folder of a node, which skips it after its next start. False if it was noted before. */
    public static boolean add(Path folder, long position) throws IOException {
        Set<Long> positions = new TreeSet<>(in(folder));
        boolean isNew = positions.add(position);
        StringBuilder lines = new StringBuilder();
        positions.forEach(each -> lines.append(each).append('\n'));
        Founding.write(folder, FILE, lines.toString().getBytes(UTF_8));
        return isNew;
    }

    /** The positions that are noted in the folder of a node. */
    public static Set<Long> in(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        Set<Long> positions = new TreeSet<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                try {
                    positions.add(Long.parseLong(line.strip()));
                } catch (NumberFormatException e) {
                    throw new IOException(file + " is damaged: \"" + line + "\" is no position", e);
                }
            }
        }
        return positions;
    }
}
