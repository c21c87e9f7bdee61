package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BusyPollTest {
    @Test
    void on_and_off_are_fixed() {
        assertThat(BusyPoll.ON.isOn()).isTrue();
        assertThat(BusyPoll.OFF.isOn()).isFalse();
    }

    @Test
    void auto_is_on_unless_there_is_a_quota() {
        assertThat(BusyPoll.AUTO.isOn()).isNotEqualTo(ProcessorQuota.isSet(Path.of("/")));
    }
}
