package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two builds give the same bytes: neither the path of the sources, the time and time zone, the locale, the order of
 * files in folders, nor the static analysis leave traces in what is shipped. Both builds use one JDK; another JDK
 * may compile differently.
 */
@Timeout(300)
class ReproducibleBuildIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @Test
    void two_builds_give_the_same_bytes() throws Exception {
        Path one = isOfThisJdk() ? CHECKOUT : build("one", Map.of("TZ", "UTC", "LC_ALL", "C.UTF-8"));
        Path other = build("some where else", Map.of("TZ", "Pacific/Auckland", "LC_ALL", "C"));
        assertThat(shipped(other))
                .as("if Maven was called with another JDK, the checkout has classes of both: mvn clean")
                .hasSizeGreaterThan(2)
                .allSatisfy(file -> assertThat(one.resolve(file)).hasSameBinaryContentAs(other.resolve(file)));
    }

    /** Whether one JDK has built the whole checkout. Maven does not compile again what another JDK has compiled. */
    private static boolean isOfThisJdk() throws IOException {
        String jdk = Integer.toString(Runtime.version().feature());
        for (Path jar : BuiltJar.lib().toList()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                boolean ours = jar.getFileName().toString().startsWith("reeve-");
                String builtBy = file.getManifest().getMainAttributes().getValue("Build-Jdk-Spec");
                if (ours && !jdk.equals(builtBy)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Build folders are not looked into: other modules change theirs meanwhile. */
    private static void copySources(Path to) throws IOException {
        Files.walkFileTree(CHECKOUT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isOfBuild = folder.endsWith("target") || folder.endsWith(".git");
                return isOfBuild ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = CHECKOUT.relativize(file).toString();
                if (path.endsWith("pom.xml") || path.contains("/src/main/")) {
                    Path target = to.resolve(path);
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private Path build(String name, Map<String, String> environment) throws Exception {
        Path sources = folder.resolve(name);
        copySources(sources);
        Path log = sources.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-P!checks,!tests",
                        "-Dmaven.test.skip=true",
                        "-Dmaven.repo.local=" + System.getProperty("localRepository"),
                        "-pl",
                        "server",
                        "-am",
                        "package")
                .directory(sources.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        builder.environment().putAll(environment);
        assertThat(builder.start().waitFor()).as(() -> read(log)).isZero();
        return sources;
    }

    /** The jar, its libraries and their list, relative to the sources. */
    private static List<Path> shipped(Path sources) throws IOException {
        Path target = sources.resolve("server/target");
        try (Stream<Path> jars = Files.list(target);
                Stream<Path> libraries = Files.list(target.resolve("lib"))) {
            return Stream.concat(jars, libraries)
                    .filter(Files::isRegularFile)
                    .map(sources::relativize)
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
