package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.local.JournalSettings.DirectIo;
import dev.reeve.testkit.LogLines;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main cases with real files and real threads. */
@Timeout(60)
class RealDiskTest implements JournalListener {
    private static final JournalSettings SETTINGS = JournalSettings.defaults().withSegmentBytes(64 << 10);

    private final Semaphore advances = new Semaphore(0);
    private volatile @Nullable Throwable failure;

    @TempDir
    Path temporary;

    @Test
    void entries_come_back() throws IOException {
        Path directory = temporary.resolve("made/on/demand");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            for (int i = 0; i < 5_000; i++) {
                optionalFields.append(journal, "entry number " + i);
                journal.flush();
                while (journal.unsyncedBytes() > 10_000) {
                    assertThat(failure).isNull();
                    advances.acquireUninterruptibly();
                    journal.flush();
                }
            }
            optionalFields.append(journal, "x".repeat(1_100_000));
            optionalFields.append(journal, "last");
        }
        AppendRecord again = new AppendRecord();
        try (LocalJournal journal = open(directory, again)) {
            assertThat(again.entries()).isEqualTo(optionalFields.entries());
            assertThat(journal.recovered().tornBytes()).isZero();
        }
    }

    @Test
    void a_new_folder_has_a_durable_name() throws IOException {
        Path folder = temporary.resolve("made/on/demand");
        assertThat(RealDisk.makeFolder(folder))
                .containsExactly(temporary.resolve("made/on"), temporary.resolve("made"), temporary);
        assertThat(RealDisk.makeFolder(folder)).containsExactly(temporary.resolve("made/on"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void what_was_answered_is_in_the_files() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            for (int i = 0; i < 300; i++) {
                optionalFields.append(journal, "entry number " + i);
                flushAndAwaitReply(journal);
                if (i % 60 == 0) {
                    Path copy = copyOf(directory, "copy" + i);
                    AppendRecord seen = new AppendRecord();
                    open(copy, seen).close();
                    assertThat(seen.entries()).isEqualTo(optionalFields.entries());
                }
            }
        }
    }

    @Test
    void snapshots_recycle_segments() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            for (int round = 0; round < 6; round++) {
                for (int i = 0; i < 60; i++) {
                    optionalFields.append(journal, round + "/" + i + "/" + "z".repeat(1_000));
                    flushAndAwaitReply(journal);
                }
                SnapshotTarget target = optionalFields.snapshot(journal, (int) journal.mayReply());
                await().atMost(Duration.ofSeconds(60)).until(target::isDone);
                assertThat(journal.isInSnapshot()).isTrue();
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".seg"))).hasSizeLessThanOrEqualTo(4);
        }
        AppendRecord again = new AppendRecord();
        open(directory, again).close();
        assertThat(again.entries()).isEqualTo(optionalFields.entries());
    }

    @Test
    void a_quiet_journal_is_marked_by_itself() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            optionalFields.append(journal, "entry");
            flushAndAwaitReply(journal);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> inspect(directory).check().isMarked());
            assertThat(inspect(directory).check().heldBy()).isEqualTo("this process");
        }
        assertThat(inspect(directory).check().heldBy()).isNull();
    }

    @Test
    void a_second_opener_in_this_process_is_refused() throws IOException {
        Path directory = temporary.resolve("data");
        try (LocalJournal journal = open(directory, new AppendRecord())) {
            assertThatThrownBy(() -> open(directory, new AppendRecord()))
                    .isInstanceOf(DirectoryInUseException.class)
                    .hasMessageContaining(directory.toRealPath() + " is in use by this process");
            assertThat(journal.lastAppended()).isZero();
        }
        open(directory, new AppendRecord()).close();
    }

    @Test
    void another_process_is_kept_out() throws IOException {
        Path directory = temporary.resolve("data");
        open(directory, new AppendRecord()).close();
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(holder.getInputStream().read()).isEqualTo('L');
            assertThatThrownBy(() -> open(directory, new AppendRecord()))
                    .isInstanceOf(DirectoryInUseException.class)
                    .hasMessageContaining("in use by process " + holder.pid());
            assertThat(inspect(directory).check().heldBy()).isEqualTo("process " + holder.pid());
        } finally {
            holder.destroyForcibly().onExit().join();
        }
        open(directory, new AppendRecord()).close();
    }

    @Test
    void damage_is_refused_with_file_and_offset() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            optionalFields.append(journal, "entry");
        }
        Path segment = directory.resolve("journal-0000000001.seg");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(Segment.FIRST_BATCH_OFFSET + BatchHeader.BYTES + 5);
            file.write('E');
        }
        assertThatThrownBy(() -> open(directory, new AppendRecord()))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageStartingWith(segment.toRealPath() + " at offset 4096: ");
        assertThat(inspect(directory).check().problems()).hasSize(1);
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.setLength(10_000);
        }
        assertThatThrownBy(() -> open(directory, new AppendRecord()))
                .hasMessageStartingWith(segment.toRealPath() + " at offset 10000: expected a size of 65536");
    }

    @Test
    void a_dump_hands_out_every_entry_with_its_place() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            optionalFields.append(journal, "one");
            optionalFields.append(journal, "twelve");
        }
        List<String> lines = new ArrayList<>();
        inspect(directory)
                .dump((position, file, offset, bytes) ->
                        lines.add(position + " " + file + " " + offset + " " + bytes.remaining()));
        assertThat(lines).containsExactly("1 journal-0000000001.seg 4164 3", "2 journal-0000000001.seg 4171 6");
    }

    @Test
    void the_same_files_are_written_past_the_page_cache_and_through_it() throws IOException {
        Path directory = temporary.resolve("data");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            AppendRecord optionalFields = new AppendRecord();
            DirectIo directIo = i % 2 == 0 ? DirectIo.AUTO : DirectIo.OFF;
            try (LocalJournal journal = LocalJournal.open(
                    RealDisk.open(directory), SETTINGS.withDirectIo(directIo), optionalFields, this)) {
                assertThat(optionalFields.entries()).isEqualTo(expected);
                for (int j = 0; j < 20; j++) {
                    optionalFields.append(journal, i + "/" + j + "/" + "y".repeat(300 * j));
                    flushAndAwaitReply(journal);
                }
            }
            expected = optionalFields.entries();
        }
    }

    @Test
    void where_there_is_no_direct_io_files_are_written_through_the_page_cache() throws IOException {
        RealDisk disk = RealDisk.readOnly(Path.of("/proc/self"));
        try (LogLines log = LogLines.all(RealDisk.class.getName())) {
            for (int i = 0; i < 2; i++) {
                try (DiskFile file = disk.openPastCache("comm")) {
                    ByteBuffer name = ByteBuffer.allocate(16);
                    file.readFully(name, 0);
                    assertThat(name.remaining()).isPositive();
                }
            }
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("has no direct I/O (")
                    .endsWith("batches are written through the page cache");
        }
        assertThatThrownBy(() -> disk.openPastCache("absent")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void interrupts_do_not_reach_the_files() throws IOException {
        Path directory = temporary.resolve("data");
        AppendRecord optionalFields = new AppendRecord();
        try (LocalJournal journal = open(directory, optionalFields)) {
            optionalFields.append(journal, "entry");
            Thread.currentThread().interrupt();
            journal.flush();
            await().atMost(Duration.ofSeconds(60)).until(() -> journal.mayReply() == 1);
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        AppendRecord again = new AppendRecord();
        open(directory, again).close();
        assertThat(again.entries()).containsExactly("entry");
    }

    private LocalJournal open(Path directory, AppendRecord optionalFields) throws IOException {
        return LocalJournal.open(RealDisk.open(directory), SETTINGS, optionalFields, this);
    }

    private static JournalInspection inspect(Path directory) throws IOException {
        return new JournalInspection(RealDisk.readOnly(directory));
    }

    private void flushAndAwaitReply(LocalJournal journal) {
        journal.flush();
        while (journal.mayReply() < journal.lastAppended()) {
            assertThat(failure).isNull();
            advances.acquireUninterruptibly();
            journal.flush();
        }
    }

    private Path copyOf(Path directory, String name) throws IOException {
        Path copy = Files.createDirectory(temporary.resolve(name));
        // The manifest first: its files exist and stay, because no snapshot is taken here.
        Files.copy(directory.resolve("manifest"), copy.resolve("manifest"));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".seg")).toList()) {
                Files.copy(file, copy.resolve(file.getFileName().toString()));
            }
        }
        return copy;
    }

    @Override
    public void advanced() {
        advances.release();
    }

    @Override
    public void failed(String what, Throwable cause) {
        failure = cause;
        advances.release();
    }
}
