package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.ConnectionLimits;
import org.junit.jupiter.api.Test;

class FileDescriptorCheckTest {
    @Test
    void who_allows_too_few_is_told_how_many_it_takes() {
        ConnectionLimits wanted = ConnectionLimits.of(10_000);
        assertThat(FileDescriptorCheck.warning(12_199, wanted))
                .isEqualTo(
                        "the system allows 12199 open files, too few for 10000 connections (limits.connections), so only"
                                + " 9999 are accepted: raise it with ulimit -n 12200, or LimitNOFILE=12200 in a systemd unit");
        assertThat(FileDescriptorCheck.warning(12_200, wanted)).isNull();
        assertThat(FileDescriptorCheck.warning(Long.MAX_VALUE, ConnectionLimits.of(1_000_000)))
                .isNull();
    }
}
