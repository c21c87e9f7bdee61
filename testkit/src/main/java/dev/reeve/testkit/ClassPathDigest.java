package dev.reeve.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** A name for the JVM and all classes of a class path. Another JVM and a changed, new or removed file give another name. */
final class ClassPathDigest {
    private ClassPathDigest() {}

    static String of(String classPath) throws IOException {
        CRC32 sum = new CRC32();
        long files = 0;
        add(sum, System.getProperty("java.home") + Runtime.version());
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            for (Path file : files(Path.of(entry))) {
                add(sum, file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
                files++;
            }
        }
        return "%d-%08x".formatted(files, sum.getValue());
    }

    private static List<Path> files(Path entry) throws IOException {
        if (!Files.exists(entry)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(entry)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void add(CRC32 sum, String text) {
        sum.update(text.getBytes(UTF_8));
    }
}
