package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileDescriptorCheckTest {
    @Test
    void who_allows_too_few_is_told_how_many_it_takes() {
        assertThat(FileDescriptorCheck.warning(12_199, 10_000))
                .isEqualTo(
                        "the system allows 12199 open files, too few for 10000 connections (limits.connections): raise"
                                + " it with ulimit -n 12200, or LimitNOFILE=12200 in a systemd unit");
        assertThat(FileDescriptorCheck.warning(12_200, 10_000)).isNull();
        assertThat(FileDescriptorCheck.warning(Long.MAX_VALUE, 1_000_000)).isNull();
    }
}
