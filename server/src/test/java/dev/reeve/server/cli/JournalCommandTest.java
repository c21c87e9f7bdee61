package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.EngineRecovery;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JournalCommandTest {
    private static final String SECRET = "the payload";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    @BeforeEach
    void writeTwoEntries() throws IOException {
        Terms terms = new Terms(1, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
        JournalSettings settings = JournalSettings.defaults().withSegmentBytes(64 << 10);
        try (LocalJournal journal =
                LocalJournal.open(RealDisk.open(folder), settings, new EngineRecovery(), new Quiet())) {
            append(
                    journal,
                    new Add(JobId.of("a"), "\u001b[31mq", SECRET.getBytes(StandardCharsets.UTF_8), 0, 0, terms));
            append(journal, new Delete(JobRef.of(JobId.of("a"))));
        }
    }

    private static void append(LocalJournal journal, Command<?> command) {
        ByteSink sink = new ByteSink(100);
        EntryCodec.write(new Entry<>(1_000_000, 0, command), sink);
        journal.append(sink.array(), 0, sink.size());
    }

    @Test
    void dump_prints_every_entry_but_no_payload_and_no_control_character() {
        assertThat(run("dump")).isZero();
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("1 journal-")
                                .contains("1970-01-01T00:00:01Z add id=a queue=\"\\u001b[31mq\" payload=11 bytes ")
                                .doesNotContain(SECRET),
                        line -> assertThat(line)
                                .startsWith("2 journal-")
                                .endsWith("1970-01-01T00:00:01Z delete job=a completeLeased=false"));
    }

    @Test
    void check_tells_asound_journal() {
        assertThat(run("check")).isZero();
        assertThat(out.toString()).contains("2 entries").endsWith("sound\n");
    }

    @Test
    void check_names_file_and_offset_of_damage() throws IOException {
        Path segment = folder.resolve("journal-0000000001.seg");
        byte[] bytes = Files.readAllBytes(segment);
        int secret = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(SECRET);
        bytes[secret] ^= 1;
        Files.write(segment, bytes);
        assertThat(run("check")).isNotZero();
        assertThat(out.toString())
                .containsPattern("damaged: .*journal-0000000001.seg at offset \\d+: ")
                .endsWith("damaged\n");
    }

    private int run(String subcommand) {
        CommandLine line = new CommandLine(new JournalCommand()).setOut(new PrintWriter(out, true));
        return line.execute(subcommand, folder.toString());
    }

    private static final class Quiet implements JournalListener {
        @Override
        public void advanced() {}

        @Override
        public void failed(String what, Throwable cause) {
            throw new AssertionError(what, cause);
        }
    }
}
