package dev.reeve.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the process that listens on a local port, from /proc (Linux only, if permitted). */
public final class BenchServerProcess {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int HEX = 16;

    private BenchServerProcess() {}

    public static OptionalLong listeningOn(InetSocketAddress address) throws IOException {
        if (NetworkInterface.getByInetAddress(address.getAddress()) == null) {
            return OptionalLong.empty();
        }
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            sockets.addAll(listeners(PROC.resolve(table), address.getPort()));
        }
        return sockets.isEmpty() ? OptionalLong.empty() : owner(sockets);
    }

    /** Returns the sockets of a /proc table that listen on a port, named as in the links in /proc/PID/fd. */
    private static List<String> listeners(Path table, int port) throws IOException {
        if (!Files.isReadable(table)) {
            return List.of();
        }
        return Files.readAllLines(table).stream()
                .skip(1)
                .map(line -> line.strip().split("\\s+", -1))
                .filter(words -> words[3].equals(LISTENING))
                .filter(words -> Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), HEX) == port)
                .map(words -> "socket:[" + words[9] + "]")
                .toList();
    }

    private static OptionalLong owner(Set<String> sockets) throws IOException {
        try (Stream<Path> processes = Files.list(PROC)) {
            return processes
                    .filter(process -> String.valueOf(process.getFileName()).matches("\\d+"))
                    .filter(process -> has(process, sockets))
                    .mapToLong(process -> Long.parseLong(String.valueOf(process.getFileName())))
                    .findFirst();
        }
    }

    private static boolean has(Path process, Set<String> sockets) {
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException | UncheckedIOException e) {
            return false; // It has ended, or belongs to somebody else.
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return ""; // Closed meanwhile.
        }
    }
}
