package dev.reeve.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A class archive (CDS) for test servers, which halves the work of a start. It needs jars instead of class folders. All
 * JVMs that test a module share it: the first one that starts a server creates it, and a later build uses it again as long
 * as no class has changed.
 */
final class ServerClasses {
    /** The JVM options that use the archive. A JVM that cannot use it starts without. */
    static final List<String> OPTIONS = prepare();

    private static final String QUEUE = "classes";

    private ServerClasses() {}

    private static List<String> prepare() {
        try {
            Path folder = folder();
            try (FileChannel lock = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = lock.lock()) {
                String classPath = System.getProperty("java.class.path");
                Path own = folder.resolve(ClassPathDigest.of(classPath));
                Path ready = own.resolve("ready");
                if (!Files.exists(ready)) {
                    deleteOthers(folder);
                    Files.createDirectory(own);
                    pack(classPath, own);
                    archive(options("-XX:ArchiveClassesAtExit=", classPath, own), own.resolve("data"));
                    Files.createFile(ready);
                }
                return options("-XX:SharedArchiveFile=", classPath, own);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the classes were prepared", e);
        }
    }

    /** The folder that the build names, or a temporary one. */
    private static Path folder() throws IOException {
        String named = System.getProperty("reeve.server-classes", "");
        if (!named.isEmpty()) {
            return Files.createDirectories(Path.of(named));
        }
        Path folder = Files.createTempDirectory("reeve-classes");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
        return folder;
    }

    private static void deleteOthers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(Files::isDirectory).forEach(Folders::delete);
        }
    }

    private static List<String> options(String archiveOption, String classPath, Path own) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(Files.isDirectory(Path.of(entry)) ? jar(own, entries.size()) : entry);
        }
        return List.of(archiveOption + own.resolve("server.jsa"), "-cp", String.join(File.pathSeparator, entries));
    }

    private static String jar(Path own, int index) {
        return own.resolve(index + ".jar").toString();
    }

    /** Packs every folder of the class path into a jar. */
    private static void pack(String classPath, Path own) throws IOException {
        ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
        List<String> entries = List.of(classPath.split(File.pathSeparator, -1));
        for (int i = 0; i < entries.size(); i++) {
            boolean isFolder = Files.isDirectory(Path.of(entries.get(i)));
            if (isFolder
                    && jar.run(System.out, System.err, "-c", "-0", "-f", jar(own, i), "-C", entries.get(i), ".") != 0) {
                throw new IOException("cannot pack " + entries.get(i));
            }
        }
    }

    /** A JVM that exits normally writes the archive of its loaded classes. Every door is used, so that these are nearly all. */
    private static void archive(List<String> options, Path data) throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.startFrom(
                ArchivedServer.class, options, data, "qless.port=0", "goqueue.port=0", "http.port=0")) {
            int http = server.awaitReady("http");
            OcypodClient ocypod = new OcypodClient(http);
            ocypod.declare(QUEUE, "{}");
            for (DoorClient door : List.of(
                    new WorkqClient(server.awaitReady("workq")),
                    new GoqueueClient(server.awaitReady("goqueue")),
                    new QlessClient(server.awaitReady("qless")),
                    new JobberClient(http),
                    new ApiClient(http),
                    ocypod)) {
                use(door);
            }
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
