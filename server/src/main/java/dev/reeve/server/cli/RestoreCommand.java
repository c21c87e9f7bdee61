package dev.reeve.server.cli;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.journal.local.Restore;
import dev.reeve.server.Counts;
import dev.reeve.server.IoErrorText;
import dev.reeve.server.StartException;
import dev.reeve.server.log.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve restore FILE --data DIR}: makes a data folder of a backup. */
@Command(
        name = "restore",
        description = "Make a data folder of a backup.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class RestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file that reeve backup wrote.")
    private Path file = Path.of("");

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "The data folder, which must be empty or not exist.")
    private Path data = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isRegularFile(file)) {
            throw new StartException(file + ": no such file");
        }
        Restore.Checked restored;
        try {
            restored = Restore.run(RealDisk.readOnly(folder), String.valueOf(file.getFileName()), RealDisk.open(data));
        } catch (JournalCorruptException e) {
            throw new StartException(
                    e.getMessage() + "; the file is no backup, or not all of one: nothing was restored");
        } catch (IOException e) {
            throw new StartException(IoErrorText.in(data, e));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(PlainText.of("restored " + Counts.of(restored.bytes(), "byte") + ", the state at position "
                + restored.position() + ", to " + data));
        out.flush();
        return 0;
    }
}
