package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.cluster.Consensus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFolderTest {
    private final List<String> ends = new ArrayList<>();

    @TempDir
    private Path folder;

    private SnapshotFolder open() {
        Consensus.Saving saving = new Consensus.Saving() {
            @Override
            public void saved() {
                ends.add("saved");
            }

            @Override
            public void failed(Throwable cause) {
                ends.add("failed");
            }
        };
        return new SnapshotFolder(folder, new SnapshotFolder.About(7, new byte[] {1, 2}), saving, Runnable::run);
    }

    private void write() {
        SnapshotFolder snapshot = open();
        snapshot.write(new byte[] {3, 4, 5}, 2);
        snapshot.write(new byte[] {6}, 1);
        snapshot.finish();
    }

    @Test
    void what_was_written_is_read() throws Exception {
        write();
        List<byte[]> state = new ArrayList<>();
        SnapshotFolder.About about = SnapshotFolder.read(folder, (position, bytes) -> state.add(bytes.readAllBytes()));
        assertThat(ends).containsExactly("saved");
        assertThat(about.position()).isEqualTo(7);
        assertThat(about.replica()).containsExactly(1, 2);
        assertThat(state.get(0)).containsExactly(3, 4, 6);
    }

    @Test
    void a_changed_byte_is_noticed() throws Exception {
        write();
        for (String name : List.of("state", "about")) {
            Path file = folder.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < whole.length; i++) {
                byte[] damaged = whole.clone();
                damaged[i] ^= 0x10;
                Files.write(file, damaged);
                assertThatThrownBy(() -> SnapshotFolder.read(folder, (position, bytes) -> {}))
                        .as("byte %s of %s", i, name)
                        .isInstanceOf(IOException.class);
            }
            Files.write(file, whole);
        }
    }

    @Test
    void an_abandoned_snapshot_has_failed_once() {
        SnapshotFolder snapshot = open();
        snapshot.write(new byte[] {3}, 1);
        snapshot.abandon();
        snapshot.finish();
        assertThat(ends).containsExactly("failed");
        assertThat(snapshot.isDone()).isTrue();
    }
}
