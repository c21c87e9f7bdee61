package dev.reeve.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * A class archive (CDS) for test servers, which halves the work of a start. It is created with the first server, and
 * needs jars instead of class folders.
 */
final class ServerClasses {
    /** The JVM options that use the archive. */
    static final List<String> OPTIONS = prepare();

    private static final String QUEUE = "classes";

    private ServerClasses() {}

    private static List<String> prepare() {
        try {
            Path folder = Files.createTempDirectory("reeve-classes");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
            String jars = jars(folder);
            Path archive = folder.resolve("server.jsa");
            archive(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", jars), folder.resolve("data"));
            return List.of("-XX:SharedArchiveFile=" + archive, "-cp", jars);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the classes were prepared", e);
        }
    }

    /** The class path, with a jar for every folder. */
    private static String jars(Path folder) throws IOException {
        ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(entry))) {
                String packed = folder.resolve(entries.size() + ".jar").toString();
                if (jar.run(System.out, System.err, "-c", "-0", "-f", packed, "-C", entry, ".") != 0) {
                    throw new IOException("cannot pack " + entry);
                }
                entries.add(packed);
            } else {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** A JVM that exits normally writes the archive of its loaded classes. Every door is used, so that these are nearly all. */
    private static void archive(List<String> options, Path data) throws IOException, InterruptedException {
        try (ServerProcess server =
                ServerProcess.startFrom(options, data, "qless.port=0", "goqueue.port=0", "http.port=0")) {
            for (DoorClient door : List.of(
                    new WorkqClient(server.awaitReady("workq")),
                    new GoqueueClient(server.awaitReady("goqueue")),
                    new QlessClient(server.awaitReady("qless")),
                    new JobberClient(server.awaitReady("http")))) {
                use(door);
            }
            OcypodClient ocypod = new OcypodClient(server.awaitReady("http"));
            ocypod.declare(QUEUE, "{}");
            use(ocypod);
            server.terminate();
            server.awaitExit();
        }
    }

    private static void use(DoorClient door) {
        try (door) {
            String id = door.add(QUEUE, "1");
            DoorClient.Taken job = door.acquire(QUEUE);
            if (job != null) {
                door.look(id);
                door.complete(job);
                door.delete(job);
            }
        }
    }
}
