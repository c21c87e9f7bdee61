package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.SnapshotCopy;
import dev.reeve.journal.SnapshotTarget;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of a state whose entries are kept elsewhere. */
class SnapshotCopiesTest {
    private static final long POSITION = 7;

    @TempDir
    private Path folder;

    private final List<@Nullable SnapshotCopy> received = new ArrayList<>();
    private SnapshotCopies copies;

    @BeforeEach
    void onRealDisk() throws Exception {
        copies = new SnapshotCopies(RealDisk.open(folder.resolve("copies")), Runnable::run);
    }

    private SnapshotTarget start() {
        return Objects.requireNonNull(copies.start(POSITION));
    }

    @Test
    void all_who_wait_get_a_backup_that_leaves_no_file_behind() throws Exception {
        copies.copySnapshot(POSITION, received::add);
        copies.copySnapshot(POSITION, received::add);
        SnapshotTarget target = start();
        target.write(new byte[] {1, 2, 3}, 2);
        target.write(new byte[] {4}, 1);
        assertThat(received).isEmpty();
        target.finish();
        assertThat(target.isDone()).isTrue();
        assertThat(target.queuedBytes()).isZero();
        assertThat(folder.resolve("copies")).isEmptyDirectory();
        assertThat(received).hasSize(2);
        for (SnapshotCopy copy : received) {
            ByteBuffer bytes =
                    ByteBuffer.allocate((int) Objects.requireNonNull(copy).bytes());
            assertThat(copy.read(bytes, 0)).isEqualTo(bytes.capacity());
            Files.write(folder.resolve("backup"), bytes.array());
            assertThat(Restore.check(RealDisk.readOnly(folder), "backup").position())
                    .isEqualTo(POSITION);
            copy.close();
        }
    }

    @Test
    void nothing_is_written_if_nobody_waits() {
        assertThat(copies.start(POSITION)).isNull();
        copies.copySnapshot(POSITION, received::add);
        start().finish();
        assertThat(copies.start(POSITION + 1)).isNull();
    }

    @Test
    void who_waits_for_an_abandoned_one_gets_none() {
        copies.copySnapshot(POSITION, received::add);
        SnapshotTarget target = start();
        target.write(new byte[] {1}, 1);
        target.abandon();
        target.finish();
        assertThat(received).hasSize(1).containsOnlyNulls();
        assertThat(target.isDone()).isTrue();
        assertThat(folder.resolve("copies")).isEmptyDirectory();
    }

    @Test
    void who_waits_gets_none_if_the_disk_refuses() throws Exception {
        copies.copySnapshot(POSITION, received::add);
        Files.createDirectory(folder.resolve("copies/copy.tmp"));
        start().finish();
        assertThat(received).hasSize(1).containsOnlyNulls();
    }
}
