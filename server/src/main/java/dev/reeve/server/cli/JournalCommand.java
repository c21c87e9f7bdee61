package dev.reeve.server.cli;

import dev.reeve.engine.format.FormatException;
import dev.reeve.server.IoErrorText;
import dev.reeve.server.StartException;
import dev.reeve.server.journal.JournalInspection;
import dev.reeve.server.journal.RealDisk;
import dev.reeve.server.log.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve journal check|dump DIR}: looks at the data folder of a server that is not running. */
@Command(
        name = "journal",
        description = "Look at the data folder of a stopped server.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class JournalCommand implements Runnable {
    private static final int DAMAGED = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: check or dump");
    }

    @Command(
            description = "Read every batch and say whether all is well.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int check(@Parameters(paramLabel = "DIR", description = "The data folder.") Path folder) {
        JournalInspection.Report report;
        try {
            report = inspection(folder).check();
        } catch (IOException e) {
            throw new StartException(IoErrorText.in(folder, e));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (report.heldBy() != null) {
            out.println(PlainText.of("in use by " + report.heldBy() + ": what is being written may look unfinished"));
        }
        report.problems().forEach(problem -> out.println(PlainText.of("damaged: " + problem)));
        out.printf(
                "%d segments, %d batches, %d entries; snapshot at position %d, last position %d%n",
                report.segments(),
                report.batches(),
                report.entries(),
                report.snapshotPosition(),
                report.lastPosition());
        if (report.tornBytes() > 0) {
            out.printf("an unfinished write of %d bytes at the end, which the next start drops%n", report.tornBytes());
        }
        if (!report.isMarked()) {
            out.println("the end is not marked: damage in the last batch would look like an unfinished write");
        }
        out.println(report.isSound() ? "sound" : "damaged");
        out.flush();
        return report.isSound() ? 0 : DAMAGED;
    }

    @Command(
            description = "Print every entry with its arguments, without payloads.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int dump(@Parameters(paramLabel = "DIR", description = "The data folder.") Path folder) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            inspection(folder)
                    .dump((position, file, offset, bytes) ->
                            out.println(position + " " + file + ":" + offset + " " + EntryLine.of(bytes)));
        } catch (IOException e) {
            throw new StartException(IoErrorText.in(folder, e));
        } catch (FormatException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        } finally {
            out.flush();
        }
        return 0;
    }

    private static JournalInspection inspection(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new StartException(folder + ": no such folder");
        }
        return new JournalInspection(RealDisk.readOnly(folder));
    }
}
