package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads and verifies all that a manifest lists of payload files, beside the rest of a recovery if the disk can do that: on a disk
 * that cannot, it is done when the constructor returns.
 */
final class PayloadVerification implements Closeable {
    private static final long PAUSE_MILLIS = 100;
    private static final long TOLD_BYTES = 1 << 20;

    private final Disk disk;
    private final long directoryId;
    private final List<PayloadExtent> listed;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long verifiedBytes;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    PayloadVerification(Disk disk, long directoryId, List<PayloadExtent> listed) throws IOException {
        this.disk = disk;
        this.directoryId = directoryId;
        this.listed = listed;
        if (listed.isEmpty()) {
            done.countDown();
        } else {
            disk.beside("reeve-verify", this::run);
        }
        if (done.getCount() == 0) {
            rethrow();
        }
    }

    private void run() {
        try {
            for (PayloadExtent extent : listed) {
                verify(extent);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            done.countDown();
        }
    }

    private void verify(PayloadExtent extent) throws IOException {
        long before = verifiedBytes;
        new PayloadScan(disk, directoryId, extent).run((key, place, payload) -> {
            if (ended) {
                throw new InterruptedIOException("the recovery has ended");
            }
            if (before + place.end() - verifiedBytes > TOLD_BYTES) {
                verifiedBytes = before + place.end();
            }
        });
        verifiedBytes = before + extent.bytes();
    }

    /** How much has been verified. */
    long verifiedBytes() {
        return verifiedBytes;
    }

    /** Waits until all is verified, and calls the other now and then meanwhile. Throws what was found. */
    void await(Runnable meanwhile) throws IOException {
        try {
            while (!done.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                meanwhile.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while payload files were verified");
        }
        rethrow();
    }

    private void rethrow() throws IOException {
        Throwable found = failure;
        if (found instanceof IOException e) {
            throw e;
        }
        if (found instanceof RuntimeException e) {
            throw e;
        }
        if (found instanceof Error e) {
            throw e;
        }
    }

    /** Reads no more. Afterwards no file is open. */
    @Override
    public void close() {
        ended = true;
        boolean interrupted = false;
        while (done.getCount() > 0) {
            try {
                done.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
