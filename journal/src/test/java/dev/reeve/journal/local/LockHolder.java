package dev.reeve.journal.local;

import java.io.IOException;
import java.nio.file.Path;

/** A process that keeps a data directory open until it is killed. */
final class LockHolder {
    private LockHolder() {}

    public static void main(String[] arguments) throws IOException {
        DataDirectory directory = DataDirectory.open(RealDisk.open(Path.of(arguments[0])), JournalSettings.defaults());
        System.out.print('L');
        System.out.flush();
        // Blocks until the other side closes the pipe, or kills this process.
        int end = System.in.read();
        directory.close();
        System.exit(end < 0 ? 0 : 1);
    }
}
