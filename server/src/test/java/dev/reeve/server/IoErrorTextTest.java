package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IoErrorTextTest {
    private static final Path A = Path.of("a");

    @Test
    void a_file_comes_with_the_reason() {
        assertThat(IoErrorText.in(A, new AccessDeniedException("a/manifest")))
                .isEqualTo("a/manifest: permission denied");
        assertThat(IoErrorText.in(A, new NoSuchFileException("a/lock"))).isEqualTo("a/lock: no such file or folder");
        assertThat(IoErrorText.in(A, new FileSystemException("a/b", null, "Is a directory")))
                .isEqualTo("a/b: Is a directory");
        assertThat(IoErrorText.in(A, new NotLinkException("a/c"))).isEqualTo("a/c: NotLinkException");
    }

    @Test
    void the_system_does_not_always_name_the_file() {
        assertThat(IoErrorText.in(A, new IOException("No space left on device")))
                .isEqualTo("a: No space left on device");
    }

    @Test
    void our_own_words_are_enough() {
        assertThat(IoErrorText.in(A, new JournalCorruptException("manifest", 0, "is damaged")))
                .isEqualTo("manifest at offset 0: is damaged");
    }
}
