package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that is listed of payload files is verified, beside the caller or not. */
class PayloadVerificationTest {
    private static final long DIRECTORY = 5;
    private static final int FILE_BYTES = 64 << 10;

    @TempDir
    Path temporary;

    private RealDisk disk;
    private final List<PayloadPlace> places = new ArrayList<>();
    private List<PayloadExtent> listed = List.of();

    @BeforeEach
    void write() throws IOException {
        disk = RealDisk.open(temporary.resolve("data"));
        List<KeyedPayload> payloads = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            payloads.add(new KeyedPayload(i, new byte[200]));
        }
        try (PayloadStore store = PayloadStore.open(disk, DIRECTORY, List.of(), FILE_BYTES)) {
            places.addAll(store.append(payloads));
            PayloadNeeds.Listing list = store.beginList();
            listed = store.syncList(list);
        }
    }

    /** The same files on a disk that is read by one thread only. */
    private Disk alone() {
        return new WatchedDisk(disk, (moment, change) -> {});
    }

    private void damage(PayloadPlace place) throws IOException {
        try (DiskFile file = disk.open(PayloadExtent.nameOf(place.file()))) {
            file.writeFully(ByteBuffer.wrap(new byte[] {1}), place.offset() + 100);
        }
    }

    private long bytes() {
        return listed.stream().mapToLong(PayloadExtent::bytes).sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sound_files_are_read_to_their_ends(boolean beside) throws IOException {
        assertThat(listed).hasSizeGreaterThan(20);
        try (PayloadVerification verification = new PayloadVerification(beside ? disk : alone(), DIRECTORY, listed)) {
            assertThat(beside || verification.verifiedBytes() == bytes()).isTrue();
            verification.await(() -> {});
            assertThat(verification.verifiedBytes()).isEqualTo(bytes());
        }
    }

    @Test
    void without_files_there_is_nothing_to_wait_for() throws IOException {
        try (PayloadVerification verification = new PayloadVerification(disk, DIRECTORY, List.of())) {
            verification.await(() -> {});
            assertThat(verification.verifiedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000, 9_999})
    void damage_is_told_with_its_place(int damaged) throws IOException {
        PayloadPlace place = places.get(damaged);
        damage(place);
        String message = PayloadExtent.nameOf(place.file()) + " at offset " + place.offset() + ": a payload is damaged";
        assertThatThrownBy(() -> new PayloadVerification(alone(), DIRECTORY, listed))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(this::verifyBeside)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_file_that_is_missing_is_told() throws IOException {
        disk.delete(listed.get(3).name());
        assertThatThrownBy(this::verifyBeside)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(listed.get(3).name())
                .hasMessageContaining("is missing");
    }

    private void verifyBeside() throws IOException {
        try (PayloadVerification verification = new PayloadVerification(disk, DIRECTORY, listed)) {
            verification.await(() -> {});
        }
    }

    @Test
    void one_that_is_closed_reads_no_more() throws Exception {
        CountDownLatch begins = new CountDownLatch(1);
        PayloadVerification verification = new PayloadVerification(lateBy(begins), DIRECTORY, listed);
        Thread closing = new Thread(verification::close);
        closing.start();
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        begins.countDown();
        closing.join();
        assertThat(verification.verifiedBytes()).isZero();
        assertThatThrownBy(() -> verification.await(() -> {})).hasMessageContaining("the recovery has ended");
    }

    @Test
    void who_waits_does_something_meanwhile() throws Exception {
        CountDownLatch begins = new CountDownLatch(1);
        try (PayloadVerification verification = new PayloadVerification(lateBy(begins), DIRECTORY, listed)) {
            verification.await(begins::countDown);
        }
        assertThat(begins.getCount()).isZero();
    }

    /** The same disk, on which the reading begins later. */
    private Disk lateBy(CountDownLatch begins) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("beside")) {
                        return method.invoke(disk, arguments);
                    }
                    Thread thread = new Thread(() -> {
                        try {
                            begins.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        ((Runnable) arguments[1]).run();
                    });
                    thread.start();
                    return null;
                });
    }
}
