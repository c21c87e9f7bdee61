package dev.reeve.campaign.partition;

import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The disk and the clock of one process, as a small library between it and the system shows them: syncs that are slow or fail, a clock that
 * jumps. For Linux with a C compiler.
 */
final class FaultyMachine implements AutoCloseable {
    private static final String SOURCE = "/faults/machine.c";
    private static final long SLOW_MILLIS = 300;

    private final Path library;
    private final Path numbers;
    private final FileChannel file;
    private long aheadSeconds;

    FaultyMachine(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        library = folder.resolve("faults.so");
        numbers = folder.resolve("faults");
        file = FileChannel.open(numbers, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        heal();
        Path source = folder.resolve("machine.c");
        try (InputStream in = Objects.requireNonNull(FaultyMachine.class.getResourceAsStream(SOURCE))) {
            Files.copy(in, source);
        }
        List<String> compile =
                List.of("cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl");
        if (new ProcessBuilder(compile).inheritIO().start().waitFor() != 0) {
            throw new Violation(compile + " failed");
        }
    }

    static boolean isPossible() {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        return isLinux
                && List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
    }

    /** The program by which a process is started on this machine. */
    List<String> program() {
        return List.of("env", "LD_PRELOAD=" + library, "FAULTS_FILE=" + numbers);
    }

    void slowSyncs() throws IOException {
        write(SLOW_MILLIS, 0, 0);
    }

    void failSyncs() throws IOException {
        write(0, 1, 0);
    }

    void moveClock(long seconds) throws IOException {
        write(0, 0, seconds);
    }

    /** From now on the clock is that far ahead, whatever else happens and is healed. */
    void setClock(long seconds) throws IOException {
        aheadSeconds = seconds;
        heal();
    }

    void heal() throws IOException {
        write(0, 0, 0);
    }

    private void write(long delayMillis, long fails, long seconds) throws IOException {
        file.write(
                ByteBuffer.allocate(3 * Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(delayMillis)
                        .putLong(fails)
                        .putLong(seconds + aheadSeconds)
                        .flip(),
                0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
