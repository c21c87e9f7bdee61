package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorQuotaTest {
    @TempDir
    Path root;

    @Test
    void a_system_without_control_groups_sets_none() {
        assertThat(ProcessorQuota.isSet(root)).isFalse();
    }

    @Test
    void a_container_sees_its_own_group_as_the_root() throws IOException {
        write("proc/self/cgroup", "0::/");
        write("sys/fs/cgroup/cpu.max", "50000 100000");
        assertThat(ProcessorQuota.isSet(root)).isTrue();
    }

    @Test
    void as_much_as_it_likes_is_no_quota() throws IOException {
        write("proc/self/cgroup", "0::/");
        write("sys/fs/cgroup/cpu.max", "max 100000");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
        assertThat(ProcessorQuota.isSet(root)).isFalse();
    }

    @Test
    void a_service_has_a_group_of_its_own() throws IOException {
        write("proc/self/cgroup", "0::/system.slice/reeve.service");
        write("sys/fs/cgroup/system.slice/reeve.service/cpu.max", "200000 100000");
        assertThat(ProcessorQuota.isSet(root)).isTrue();
    }

    @Test
    void what_limits_a_group_limits_those_inside() throws IOException {
        write("proc/self/cgroup", "0::/queues.slice/reeve.service");
        write("sys/fs/cgroup/queues.slice/cpu.max", "200000 100000");
        write("sys/fs/cgroup/queues.slice/reeve.service/cpu.max", "max 100000");
        assertThat(ProcessorQuota.isSet(root)).isTrue();
    }

    @Test
    void other_groups_do_not_matter() throws IOException {
        write("proc/self/cgroup", "0::/system.slice/reeve.service");
        write("sys/fs/cgroup/system.slice/other.service/cpu.max", "200000 100000");
        assertThat(ProcessorQuota.isSet(root)).isFalse();
    }

    @Test
    void the_first_version_of_groups_counts_too() throws IOException {
        write("proc/self/cgroup", "4:cpu,cpuacct:/");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000");
        assertThat(ProcessorQuota.isSet(root)).isTrue();
    }

    @Test
    void a_group_outside_of_what_can_be_seen_is_not_looked_for() throws IOException {
        write("proc/self/cgroup", "0::/../../other");
        write("other/cpu.max", "50000 100000");
        assertThat(ProcessorQuota.isSet(root)).isFalse();
    }

    private void write(String file, String line) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, line + "\n");
    }
}
