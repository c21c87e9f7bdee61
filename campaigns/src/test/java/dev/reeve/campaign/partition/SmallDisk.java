package dev.reeve.campaign.partition;

import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system in memory of a certain size, for the data of a node; for root only. */
final class SmallDisk implements AutoCloseable {
    private final Path folder;
    private final Path filler;

    SmallDisk(Path folder, int megabytes) throws IOException, InterruptedException {
        this.folder = Files.createDirectories(folder);
        filler = folder.resolve("filler");
        run(List.of("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString()));
    }

    /** The folder for the data. */
    Path data() {
        return folder.resolve("data");
    }

    /** Takes all that is left. */
    void fill() throws IOException {
        byte[] block = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            if (Files.getFileStore(folder).getUsableSpace() >= block.length) {
                throw full;
            }
        }
    }

    void free() throws IOException {
        Files.deleteIfExists(filler);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run(List.of("umount", "-l", folder.toString()));
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new Violation(command + " failed");
        }
    }
}
