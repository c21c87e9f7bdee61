package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class loader that {@code ./reeve test} gives to javac: it loads the classes of the static analysis once a build. */
class SharedProcessorsTest {
    private static final Path SOURCE = Path.of("..", ".mvn", "SharedProcessors.java");
    private static final String NAME = "dev.reeve.build.SharedProcessors";

    @TempDir
    private Path folder;

    private URL compile(Path source, String into) throws Exception {
        Path classes = folder.resolve(into);
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(javac.run(System.out, System.err, "-d", classes.toString(), source.toString()))
                .isZero();
        return classes.toUri().toURL();
    }

    @Test
    void compilations_with_the_same_path_have_the_same_classes_and_cannot_close_them() throws Exception {
        Path plugin = Files.writeString(folder.resolve("Plugin.java"), "public class Plugin {}");
        URL one = compile(plugin, "one");
        URL other = compile(plugin, "other");
        try (URLClassLoader javac = new URLClassLoader(new URL[] {compile(SOURCE, "loader")})) {
            ClassLoader first = loader(javac, one);
            assertThat(first).isNotInstanceOf(Closeable.class);
            Class<?> loaded = first.loadClass("Plugin");
            assertThat(loader(javac, one).loadClass("Plugin")).isSameAs(loaded);
            assertThat(loader(javac, other).loadClass("Plugin")).isNotSameAs(loaded);
        }
    }

    /** As javac creates it. */
    private static ClassLoader loader(ClassLoader javac, URL... path) throws ReflectiveOperationException {
        return Class.forName(NAME, true, javac)
                .asSubclass(ClassLoader.class)
                .getConstructor(URL[].class, ClassLoader.class)
                .newInstance(path, javac);
    }

    @Test
    void the_build_names_it() throws Exception {
        assertThat(Path.of("..", "pom.xml")).content().contains("<arg>-XDprocloader=" + NAME + "</arg>");
    }
}
