package dev.reeve.server.cli.remote;

import dev.reeve.client.Reeve;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.journal.local.Restore;
import dev.reeve.server.Counts;
import dev.reeve.server.IoErrorText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code reeve backup}: writes all data of a running server to a file. The file appears under its name when it is complete,
 * verified and on the disk.
 */
@Command(
        name = "backup",
        description = "Write all data of a running server, as it is at one moment, to a file for reeve restore.",
        mixinStandardHelpOptions = true)
final class BackupCommand implements Callable<Integer> {
    private static final Duration LONGEST_SNAPSHOT = Duration.ofMinutes(10);
    private static final int SLICE_BYTES = 256 * 1024;

    @Parameters(paramLabel = "FILE", description = "The file, which must not exist. Only you can read it.")
    private Path file = Path.of("");

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (Files.exists(target) || folder == null) {
            return server.complain(ExitCode.FAILED, file + ": exists already");
        }
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        return server.run((reeve, printer) -> {
            try {
                download(reeve, partial);
                Restore.Checked checked =
                        Restore.check(RealDisk.readOnly(folder), String.valueOf(partial.getFileName()));
                Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
                printer.say("wrote " + file + ": " + Counts.of(checked.bytes(), "byte") + ", the state at position "
                        + checked.position());
                return ExitCode.DONE;
            } catch (IOException e) {
                return server.complain(ExitCode.FAILED, "no backup was made: " + IoErrorText.in(partial, e));
            } finally {
                Files.deleteIfExists(partial);
            }
        });
    }

    /** Writes all data of a server to a file, synced. */
    static void download(Reeve reeve, Path to) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (InputStream in = reeve.request("POST", "/v1/backup").stream(LONGEST_SNAPSHOT);
                FileChannel out = FileChannel.open(to, options, mine)) {
            byte[] slice = new byte[SLICE_BYTES];
            int count;
            while ((count = in.read(slice)) >= 0) {
                ByteBuffer bytes = ByteBuffer.wrap(slice, 0, count);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
            out.force(true);
        }
    }
}
