package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingType.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private final SettingsReader reader = new SettingsReader();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "data, data",
        "bind, /127.0.0.1",
        "insecure, false",
        "workq.port, Port[number=9922]",
        "workq.ttr-port, Port[number=-1]",
        "qless.port, Port[number=6380]",
        "qless.allow-flush, false",
        "goqueue.port, Port[number=11223]",
        "http.port, Port[number=8023]",
        "http.max-body-size, 1048576",
        "ocypod.initial-status, QUEUED",
        "jobber.visibility-timeout, PT30S",
        "durability, ALWAYS",
        "journal.segment-size, 67108864",
        "journal.sync-interval, PT1S",
        "limits.payload, 1048576",
        "limits.name, 255",
        "limits.connections, 10000",
        "limits.unsynced, 67108864",
        "limits.memory, 0.6",
        "limits.session-unsent, 1048576",
        "limits.subscriber-unsent, 8388608",
        "limits.all-unsent, 268435456",
        "limits.all-input, 268435456",
        "log.format, TEXT",
        "log.level, LogLevels[byLogger={ROOT=INFO}]",
        "log.slow-sync, PT1S",
    })
    void has_a_default_for(String key, String value) {
        assertThat(valueOf(key)).hasToString(value);
    }

    private static final String PEERS = "cluster.peers=[\"n1=127.0.0.1:7419\", \"n2=127.0.0.1:7420\"]";

    private static Settings settings(String... assignments) {
        SettingsReader read = new SettingsReader();
        List.of(assignments).forEach(read::readAssignment);
        return read.settings();
    }

    @Test
    void a_node_of_a_cluster_is_one_of_its_peers() {
        assertThat(settings(PEERS, "cluster.name=n2").clusterAddress()).hasToString("127.0.0.1:7420");
        assertThatThrownBy(() -> settings(PEERS)).hasMessageEndingWith("needs the name of this node: set cluster.name");
        assertThatThrownBy(() -> settings(PEERS, "cluster.name=n3"))
                .hasMessage("--set: cluster.name = n3 is not among cluster.peers");
        String twice = "cluster.peers=[\"n1=127.0.0.1:7419\", \"n2=127.0.0.1:7419\"]";
        assertThatThrownBy(() -> settings(twice, "cluster.name=n1"))
                .hasMessageEndingWith("has a name or an address twice: n2");
        assertThatThrownBy(() -> settings("cluster.election-timeout=10ms")).hasMessageContaining("from 100ms to 1m");
    }

    @Test
    void a_node_without_peers_waits_at_an_address() {
        assertThat(settings("cluster.name=n4", "cluster.listen=127.0.0.1:7422").clusterAddress())
                .hasToString("127.0.0.1:7422");
        assertThatThrownBy(() -> settings("cluster.name=n4"))
                .hasMessageContaining("needs cluster.peers, or cluster.listen");
    }

    @Test
    void a_node_that_others_can_reach_is_protected_by_certificates_or_a_secret() {
        String[] open = {PEERS, "cluster.name=n1", "cluster.listen=0.0.0.0:7419"};
        String secret = "cluster.secret-file=/etc/secret";
        String[] tls = {"cluster.tls-cert=/etc/crt", "cluster.tls-key=/etc/key", "cluster.tls-ca=/etc/ca"};
        assertThat(settings(open[0], open[1], open[2], secret).clusterAddress()).hasToString("0.0.0.0:7419");
        assertThat(settings(open[0], open[1], open[2], tls[0], tls[1], tls[2]).clusterAddress())
                .hasToString("0.0.0.0:7419");
        assertThatThrownBy(() -> settings(open[0], open[1], open[2], tls[0], tls[1]))
                .hasMessageContaining("needs all of cluster.tls-cert, cluster.tls-key and cluster.tls-ca, or none");
        assertThatThrownBy(() -> settings(open[0], open[1], open[2], tls[0], tls[1], tls[2], secret))
                .hasMessageContaining("is not used with cluster.tls-cert: choose one");
    }

    @Test
    void a_node_that_others_can_reach_has_to_be_allowed() {
        String open = "cluster.listen=0.0.0.0:7419";
        assertThatThrownBy(() -> settings(PEERS, "cluster.name=n1", open))
                .hasMessage(
                        "--set: cluster.name = n1 would listen on 0.0.0.0:7419, which other machines can reach,"
                                + " without protection; set cluster.tls-cert or cluster.secret-file, or add --insecure to allow it");
        assertThat(settings(PEERS, "cluster.name=n1", open, "insecure=true").clusterAddress())
                .hasToString("0.0.0.0:7419");
    }

    @Test
    void declares_every_setting_once_with_an_explanation() {
        assertThat(Settings.ALL)
                .allSatisfy(setting -> assertThat(setting.explanation()).matches("[A-Z].*\\."));
        assertThat(Settings.ALL.stream().map(Setting::key)).doesNotHaveDuplicates();
        assertThat(Settings.ALL.stream().map(Setting::variable)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "workq.port=0, Port[number=0]",
        "workq.port=65535, Port[number=65535]",
        "workq.port=off, Port[number=-1]",
        "workq.ttr-port=9923, Port[number=9923]",
        "durability=interval, INTERVAL",
        "durability=os, OS",
        "bind=::1, /0:0:0:0:0:0:0:1",
        "insecure=true, true",
        "journal.segment-size=64KiB, 65536",
        "journal.segment-size=65536, 65536",
        "journal.segment-size=65536B, 65536",
        "journal.segment-size=1GiB, 1073741824",
        "limits.all-input=1TiB, 1099511627776",
        "journal.sync-interval=250ms, PT0.25S",
        "journal.sync-interval=30s, PT30S",
        "journal.sync-interval=5m, PT5M",
        "journal.sync-interval=2h, PT2H",
        "journal.sync-interval=1d, PT24H",
        "journal.sync-interval=1h 15m, PT1H15M",
        "jobber.visibility-timeout=1week, PT168H",
        "limits.memory=100%, 1.0",
        "limits.memory=0.5, 0.5",
        "limits.name = 64, 64",
        "data=a=b, a=b",
        "log.format=json, JSON",
        "log.level=io.netty=trace, LogLevels[byLogger={io.netty=TRACE}]",
        "'log.level=off, a.B=debug', 'LogLevels[byLogger={ROOT=OFF, a.B=DEBUG}]'",
    })
    void reads(String assignment, String value) {
        reader.readAssignment(assignment);
        assertThat(valueOf(assignment.substring(0, assignment.indexOf('=')).strip()))
                .hasToString(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workq.port=-1",
                "workq.port=65536",
                "workq.port=Off",
                "workq.port=",
                "workq.port=9922.0",
                "workq.ttr-port=on",
                "durability=ALWAYS",
                "durability=never",
                "insecure=yes",
                "bind=",
                "bind=1:2",
                "data=",
                "journal.segment-size=63KiB",
                "journal.segment-size=2GiB",
                "journal.segment-size=64MB",
                "journal.segment-size=64 m",
                "journal.segment-size=-1",
                "limits.payload=99999999999GiB",
                "limits.payload=0",
                "journal.sync-interval=1",
                "journal.sync-interval=0s",
                "journal.sync-interval=1h -5m",
                "journal.sync-interval=1.5s",
                "journal.sync-interval=9999999999999d",
                "limits.memory=0%",
                "limits.memory=101%",
                "limits.memory=70",
                "limits.memory=NaN",
                "limits.name=0",
                "limits.name=65536",
                "limits.connections=many",
                "log.level=",
                "log.level=loud",
                "log.level=INFO",
                "log.level=info,warn",
                "log.level=info,",
                "log.level=a b=info",
                "limits.connections=99999999999999999999",
            })
    void refuses(String assignment) {
        String key = assignment.substring(0, assignment.indexOf('='));
        String text = assignment.substring(assignment.indexOf('=') + 1);
        assertThatThrownBy(() -> reader.readAssignment(assignment))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("--set: " + key + " must be ")
                .hasMessageEndingWith(", not \"" + text + "\"");
    }

    @Test
    void later_sources_win() throws IOException {
        reader.readFile(write("limits.name = 1\nlimits.connections = 1\nlimits.payload = 1\ndata = 'one'\n"), Map.of());
        reader.readEnvironment(
                Map.of("REEVE_LIMITS_CONNECTIONS", "2", "REEVE_LIMITS_PAYLOAD", "2", "REEVE_DATA", "two", "PATH", "x"));
        reader.readAssignment("limits.payload=3");
        reader.readAssignment("data=three");
        reader.readOption("--data", Settings.DATA, "four");
        assertThat(valueOf("limits.name")).isEqualTo(1);
        assertThat(valueOf("limits.connections")).isEqualTo(2);
        assertThat(valueOf("limits.payload")).isEqualTo(3L);
        assertThat(valueOf("data")).hasToString("four");
    }

    @Test
    void names_variables_after_keys() {
        reader.readEnvironment(Map.of("REEVE_WORKQ_TTR_PORT", "9923"));
        assertThat(reader.settings().get(WorkqSettings.TTR_PORT)).isEqualTo(new Port(9923));
    }

    @Test
    void leaves_the_variables_of_the_launcher_and_of_kubernetes_alone() {
        reader.readEnvironment(Map.of(
                "REEVE_JAVA_OPTS", "-Xmx1g",
                "REEVE_JDK_FOLDERS", "/x",
                "REEVE_SERVICE_HOST", "10.0.0.1",
                "REEVE_PORT", "tcp://10.0.0.1:9922",
                "REEVE_PORT_9922_TCP", "tcp://10.0.0.1:9922"));
        assertThat(valueOf("workq.port")).isEqualTo(new Port(9922));
    }

    @Test
    void names_the_nearest_key_and_the_source() {
        assertThatThrownBy(() -> reader.readAssignment("workq.prot=1"))
                .hasMessage("--set: there is no setting \"workq.prot\"; did you mean \"workq.port\"?");
        assertThatThrownBy(() -> reader.readEnvironment(Map.of("REEVE_DURABILTY", "os")))
                .hasMessage("environment: there is no setting \"REEVE_DURABILTY\"; did you mean \"REEVE_DURABILITY\"?");
        assertThatThrownBy(() -> reader.readEnvironment(Map.of("REEVE_BIND", "")))
                .hasMessage("environment variable REEVE_BIND: bind must be an address of this machine, not \"\"");
        assertThatThrownBy(() -> reader.readAssignment("insecure"))
                .hasMessage("--set \"insecure\": expected key=value, as in --set workq.port=9922");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    void binds_to_this_machine(String address) {
        reader.readAssignment("bind=" + address);
        assertThat(reader.settings().isLocal()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void binds_elsewhere_only_if_told_that_it_is_insecure(String address) {
        reader.readAssignment("bind=" + address);
        assertThatThrownBy(reader::settings)
                .isInstanceOf(StartException.class)
                .hasMessage("--set: bind = " + address
                        + " can be reached by other machines, and there is no authentication and no TLS on every door;"
                        + " add --insecure to allow it");
        reader.readAssignment("insecure=true");
        assertThat(reader.settings().isLocal()).isFalse();
    }

    @Test
    void binds_elsewhere_with_authentication_and_TLS() {
        reader.readAssignment("bind=0.0.0.0");
        reader.readAssignment("auth.file=auth.toml");
        assertThatThrownBy(reader::settings)
                .hasMessage("--set: bind = 0.0.0.0 can be reached by other machines, and there is no TLS on every door;"
                        + " add --insecure to allow it");
        reader.readAssignment("tls.certificate=server.crt");
        reader.readAssignment("tls.key=server.key");
        assertThat(reader.settings().isLocal()).isFalse();
    }

    @Test
    void an_audit_file_needs_names() {
        reader.readAssignment("audit.file=audit.jsonl");
        assertThatThrownBy(reader::settings)
                .hasMessage("--set: audit.file = audit.jsonl needs auth.file: without it nobody has a name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auth.proxy-user-header=X-User | auth.proxy-user-header = X-User needs auth.file: without it nobody has a role",
                "auth.proxy-networks=[\"10.0.0.7\"] | auth.proxy-networks = [\"10.0.0.7\"] needs auth.proxy-user-header, the header of the proxies",
                "auth.proxy-default-role=viewer | auth.proxy-default-role = viewer needs auth.proxy-user-header, the header of the proxies",
                "auth.proxy-default-role=king | king",
                "auth.proxy-user-header=cookie | cookie",
                "auth.proxy-user-header=a b | a b",
                "auth.proxy-networks=[\"example.com\"] | example.com",
            })
    void refuses_proxies_that_cannot_be_believed(String assignment, String message) {
        assertThatThrownBy(() -> {
                    reader.readAssignment(assignment);
                    reader.settings();
                })
                .hasMessageContaining(message);
    }

    @Test
    void a_header_of_proxies_needs_their_addresses() {
        reader.readAssignment("auth.file=auth.toml");
        reader.readAssignment("auth.proxy-user-header=X-User");
        assertThatThrownBy(reader::settings)
                .hasMessage(
                        "--set: auth.proxy-user-header = X-User needs auth.proxy-networks, the addresses of the proxies");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workq.port=8023 | --set: workq.port = 8023 is also the port of http.port; choose another port, or off",
                "workq.ttr-port=9922 | --set: workq.ttr-port = 9922 is also the port of workq.port; choose another port, or off",
                "http.port=9922 | --set: http.port = 9922 is also the port of workq.port; choose another port, or off",
                "http.max-body-size=1GiB | --set: http.max-body-size = 1GiB is larger than limits.all-input; lower it or raise limits.all-input",
            })
    void refuses_what_does_not_go_together(String assignment, String message) {
        reader.readAssignment(assignment);
        assertThatThrownBy(reader::settings).isInstanceOf(StartException.class).hasMessage(message);
    }

    @Test
    void two_doors_may_take_any_free_port_or_be_off() {
        reader.readAssignment("workq.port=0");
        reader.readAssignment("http.port=0");
        reader.readAssignment("goqueue.port=off");
        reader.readAssignment("qless.port=off");
        assertThat(reader.settings().get(QlessSettings.PORT).isOff()).isTrue();
    }

    @Test
    void shows_each_value_with_its_source() throws IOException {
        Path file = write(
                "data = 'a \"b\"'\n[limits]\nname = 12\n[queue.'a.b']\nretries = 2\nretry_delays = ['1s']\n[queue.c]\n");
        reader.readFile(file, Map.of());
        reader.readEnvironment(Map.of("REEVE_INSECURE", "true"));
        reader.readAssignment("durability=os");
        reader.readAssignment("queue.c.timeout=1h 5m");
        reader.readOption("--bind", Settings.BIND, "::1");
        assertThat(reader.settings().shown())
                .hasSize(Settings.ALL.size() + 3)
                .startsWith(
                        new Settings.Shown("data", "\"a \\\"b\\\"\"", file + ":1"),
                        new Settings.Shown("bind", "\"::1\"", "--bind"),
                        new Settings.Shown("insecure", "true", "environment variable REEVE_INSECURE"),
                        new Settings.Shown("durability", "\"os\"", "--set"),
                        new Settings.Shown("metrics", "true", "default"),
                        new Settings.Shown("busy-poll", "\"auto\"", "default"),
                        new Settings.Shown("io.threads", "\"auto\"", "default"),
                        new Settings.Shown("workq.port", "9922", "default"))
                .contains(new Settings.Shown("limits.name", "12", file + ":3"))
                .endsWith(
                        new Settings.Shown("queue.\"a.b\".retries", "2", file + ":5"),
                        new Settings.Shown("queue.\"a.b\".retry_delays", "[\"1s\"]", file + ":6"),
                        new Settings.Shown("queue.c.timeout", "\"1h 5m\"", "--set"));
    }

    @Test
    void a_secret_is_neither_shown_nor_named_in_an_error() {
        SettingType<Integer> code = new SettingType<>("a code of digits", Form.SECRET, Integer::valueOf);
        List<Setting<?>> settings = new ArrayList<>(Settings.ALL);
        settings.add(new Setting<>("door.code", code, "0", "What opens the door."));
        SettingsReader withSecret = new SettingsReader(settings);
        withSecret.readAssignment("door.code=4711");
        assertThat(withSecret.settings().shown())
                .contains(new Settings.Shown("door.code", "\"********\"", "--set"))
                .noneSatisfy(setting -> assertThat(setting.toString()).contains("4711"));
        assertThatThrownBy(() -> withSecret.readAssignment("door.code=sesame"))
                .hasMessage("--set: door.code must be a code of digits");
        assertThatThrownBy(() -> withSecret.readEnvironment(Map.of("REEVE_DOOR_CODE", "sesame")))
                .hasMessage("environment variable REEVE_DOOR_CODE: door.code must be a code of digits");
    }

    private Object valueOf(String key) {
        Setting<?> setting = Settings.ALL.stream()
                .filter(candidate -> candidate.key().equals(key))
                .findFirst()
                .orElseThrow();
        return reader.settings().get(setting);
    }

    private Path write(String toml) throws IOException {
        return Files.writeString(folder.resolve("reeve.toml"), toml);
    }
}
