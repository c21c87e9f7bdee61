package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemdUnitTest {
    private static final Path MANUAL = Path.of("..", "docs", "operations", "reeve.service");
    private static final int FEW_RIGHTS = 20;

    @TempDir
    private Path folder;

    private SystemdUnit unit(String text) throws Exception {
        return new SystemdUnit(Files.writeString(folder.resolve("reeve.service"), text));
    }

    @Test
    void the_unit_of_the_manual_is_valid_and_may_do_little() throws Exception {
        assertThat(new SystemdUnit(MANUAL).findings()).isEmpty();
        assertThat(new SystemdUnit(MANUAL).mayDoMoreThan(FEW_RIGHTS)).isFalse();
    }

    @Test
    void a_mistake_and_missing_locks_are_found() throws Exception {
        assertThat(unit(Files.readString(MANUAL).replace("RestrictRealtime=", "RestrictRealTimes="))
                        .findings())
                .singleElement()
                .asString()
                .contains("RestrictRealTimes");
        assertThat(unit("[Service]\nExecStart=/bin/true\n").mayDoMoreThan(FEW_RIGHTS))
                .isTrue();
    }
}
