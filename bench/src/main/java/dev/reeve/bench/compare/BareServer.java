package dev.reeve.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server in C that only writes, syncs and answers, see {@code bare.c}: what any server with the same syncs can reach at most. It
 * understands what the load generator sends to beanstalkd.
 */
final class BareServer {
    private static final String SOURCE = "bare.c";

    private BareServer() {}

    /** Compiles the server in the folder; returns null where there is no C compiler. */
    static @Nullable Path compile(Path folder) throws IOException {
        Path source = folder.resolve(SOURCE).toAbsolutePath();
        Path program = folder.resolve("bare").toAbsolutePath();
        try (InputStream in = Objects.requireNonNull(BareServer.class.getResourceAsStream(SOURCE))) {
            Files.copy(in, source);
        }
        Process compiler;
        try {
            compiler = new ProcessBuilder("cc", "-O2", "-pthread", "-o", program.toString(), source.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return null;
        }
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.isExecutable(program)) {
            throw new IOException("the bare server could not be compiled: " + said);
        }
        return program;
    }
}
