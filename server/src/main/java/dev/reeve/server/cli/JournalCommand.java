package dev.reeve.server.cli;

import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.local.JournalInspection;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.server.Counts;
import dev.reeve.server.IoErrorText;
import dev.reeve.server.StartException;
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

/** {@code reeve journal check|dump DIR}: inspects the data folder of a stopped server. */
@Command(
        name = "journal",
        description = "Inspect the data folder of a stopped server.",
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
            description = "Read and verify every batch.",
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
            out.println(PlainText.of(
                    "in use by " + report.heldBy() + ": an append in progress may be reported as a torn write"));
        }
        report.problems().forEach(problem -> out.println(PlainText.of("damaged: " + problem)));
        out.printf(
                "%s, %s, %s; snapshot at position %d, last position %d%n",
                Counts.of(report.segments(), "segment"),
                Counts.of(report.batches(), "batch"),
                Counts.of(report.entries(), "entry"),
                report.snapshotPosition(),
                report.lastPosition());
        if (report.tornBytes() > 0) {
            out.printf("torn write of %s at the end, the next start drops it%n", Counts.of(report.tornBytes(), "byte"));
        }
        if (!report.isMarked()) {
            out.println("the end is not marked: damage in the last batch cannot be distinguished from a torn write");
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
