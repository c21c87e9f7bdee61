package dev.reeve.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Runs the server for {@link ServerClasses} when all classes are loaded that only a node of a cluster uses, so that the archive has
 * them too.
 */
final class ArchivedServer {
    private static final Pattern OF_CLUSTERS =
            Pattern.compile("(?:reeve-cluster|jraft-core|disruptor|protobuf-java)-.*\\.jar");
    private static final String CLASS = ".class";

    private ArchivedServer() {}

    public static void main(String[] arguments) throws Exception {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            if (Files.isRegularFile(jar)
                    && OF_CLUSTERS.matcher(jar.getFileName().toString()).matches()) {
                load(jar);
            }
        }
        Class.forName("dev.reeve.server.Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
    }

    private static void load(Path jar) throws IOException {
        List<String> files;
        try (JarFile open = new JarFile(jar.toFile())) {
            files = open.stream().map(file -> file.getName()).toList();
        }
        for (String file : files) {
            if (file.endsWith(CLASS) && !file.startsWith("META-INF/")) {
                isLoaded(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
            }
        }
    }

    /** False if it is a class of a library for something that is not there. */
    private static boolean isLoaded(String name) {
        try {
            Class.forName(name, false, ArchivedServer.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
