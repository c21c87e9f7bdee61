package dev.reeve.campaign.abuse;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The resource usage of a server process.
 *
 * @param connections open client connections, without the one of this request
 * @param files open files, including sockets
 * @param heapBytes used heap
 * @param residentBytes resident memory of the process
 * @param mostResidentBytes peak resident memory since the start
 */
record Footprint(int connections, int files, long heapBytes, long residentBytes, long mostResidentBytes) {
    private static final long MIB = 1 << 20;

    static Footprint of(ServerProcess server, int httpPort) throws IOException {
        Scrape scrape;
        try (RawHttp http = new RawHttp(httpPort)) {
            scrape = Scrape.read(
                    http.call(HttpDoorRequest.of("GET", "/metrics"), 200).body());
        }
        return new Footprint(
                (int) scrape.sum("reeve_connections") - 1,
                (int) scrape.value("process_open_fds"),
                (long) scrape.sumWhere("jvm_memory_used_bytes", "area", "heap"),
                status(server, "VmRSS"),
                status(server, "VmHWM"));
    }

    /** The same, after a garbage collection. */
    static Footprint afterCollection(ServerProcess server, int httpPort) throws IOException, InterruptedException {
        Process collection = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(server.pid()),
                        "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!collection.waitFor(1, TimeUnit.MINUTES) || collection.exitValue() != 0) {
            throw new AssertionError("jcmd cannot have the server collect its garbage");
        }
        return of(server, httpPort);
    }

    private static long status(ServerProcess server, String which) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), "status")).stream()
                .filter(line -> line.startsWith(which + ":"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return "%d connections, %d files, heap %d MiB, resident %d MiB (%d at most)"
                .formatted(connections, files, heapBytes / MIB, residentBytes / MIB, mostResidentBytes / MIB);
    }
}
