package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SpinTest {
    @Test
    void what_is_said_outright_holds() {
        assertThat(BusyPoll.ON.isOn()).isTrue();
        assertThat(BusyPoll.OFF.isOn()).isFalse();
    }

    @Test
    void by_itself_it_is_on_unless_there_is_a_quota() {
        assertThat(BusyPoll.AUTO.isOn()).isNotEqualTo(ProcessorQuota.isSet(Path.of("/")));
    }
}
