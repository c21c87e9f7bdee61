package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A second build gives the same bytes: neither the path of the sources, the time and time zone, the locale, the order
 * of files in folders, nor the static analysis of the first build leave traces in what is shipped. Both builds use one
 * JDK; another JDK may compile differently.
 */
@Timeout(300)
class ReproducibleBuildIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path copy;

    @Test
    void a_build_from_a_copy_of_the_sources_gives_the_same_bytes() throws Exception {
        copySources();
        build();
        Path again = copy.resolve("server/target");
        assertThat(BuiltJar.shipped())
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(again.resolve(BuiltJar.relative(file))).hasSameBinaryContentAs(file));
    }

    private void copySources() throws IOException {
        try (Stream<Path> files = Files.walk(CHECKOUT)) {
            for (Path file : files.filter(ReproducibleBuildIT::isSource).toList()) {
                Path target = copy.resolve(CHECKOUT.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private static boolean isSource(Path file) {
        String path = CHECKOUT.relativize(file).toString();
        boolean built = path.startsWith("target/") || path.contains("/target/");
        return !built && Files.isRegularFile(file) && (path.endsWith("pom.xml") || path.contains("/src/main/"));
    }

    private void build() throws Exception {
        List<String> maven = List.of(
                "mvn",
                "-B",
                "-q",
                "-P!checks,!tests",
                "-Dmaven.test.skip=true",
                "-Dmaven.repo.local=" + System.getProperty("localRepository"),
                "-pl",
                "server",
                "-am",
                "package");
        Path log = copy.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(maven)
                .directory(copy.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TZ", "Pacific/Auckland");
        builder.environment().put("LC_ALL", "C");
        assertThat(builder.start().waitFor()).as(() -> read(log)).isZero();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
