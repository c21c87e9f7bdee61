package dev.reeve.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The output of {@code mvn package}: the runnable jar and its lib folder. */
final class BuiltJar {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private BuiltJar() {}

    /** Copies jar and lib to another folder, as an installation does, and returns the jar. */
    static Path copyTo(Path folder) throws IOException {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        for (Path file : lib().toList()) {
            Files.copy(file, lib.resolve(file.getFileName()));
        }
        return Files.copy(TARGET.resolve("reeve.jar"), folder.resolve("reeve.jar"));
    }

    /** The jars beside the runnable jar. */
    static Stream<Path> lib() throws IOException {
        try (Stream<Path> files = Files.list(TARGET.resolve("lib"))) {
            return files.toList().stream();
        }
    }

    /** The list of all libraries with their versions and checksums. */
    static Path componentList() {
        return TARGET.resolve("reeve-sbom.json");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
