package dev.reeve.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A hold on the network interfaces of this machine. A browser ends all its requests when an interface comes or goes, so a test that
 * adds interfaces waits for those with browsers, and they for it, whichever processes they run in.
 */
public final class MachineNetwork implements AutoCloseable {
    private final FileChannel file;

    private MachineNetwork(boolean isShared) throws IOException {
        Path path =
                Path.of(System.getProperty("java.io.tmpdir"), "reeve-test-network-" + System.getProperty("user.name"));
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        file.lock(0, Long.MAX_VALUE, isShared);
    }

    /** Waits until nobody changes interfaces; they stay as they are until this is closed. */
    public static MachineNetwork unchanged() throws IOException {
        return new MachineNetwork(true);
    }

    /** Waits until nobody else needs or changes interfaces. */
    public static MachineNetwork toChange() throws IOException {
        return new MachineNetwork(false);
    }

    /** Gives the lock up too. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
