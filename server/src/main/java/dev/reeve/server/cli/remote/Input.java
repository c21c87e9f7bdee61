package dev.reeve.server.cli.remote;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** What a command reads. Only output to the terminal needs escaping, so the bare stream is safe here. */
final class Input {
    private static volatile @Nullable InputStream given;

    private Input() {}

    /** Replaces stdin, for tests. */
    static void set(InputStream stream) {
        given = stream;
    }

    static InputStream stdin() {
        InputStream replaced = given;
        return replaced == null ? new FileInputStream(FileDescriptor.in) : replaced;
    }
}
