package dev.reeve.server;

import dev.reeve.access.AuthSettings;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.IoThreads;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.tls.TlsSettings;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.node.NodeSettings;
import dev.reeve.server.log.Logging;
import dev.reeve.server.webhook.WebhookTargets;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The list of all settings, and the values this server runs with. */
public final class Settings implements SettingValues {
    /** A setting for display: key and value in TOML syntax, and the source of the value. */
    public record Shown(String key, String value, String source) {}

    public static final Setting<Path> DATA = new Setting<>("data", SettingType.FOLDER, "data", """
            Folder for the journal and the snapshots. A relative path is resolved against the current folder.""");
    public static final Setting<InetAddress> BIND = new Setting<>("bind", SettingType.ADDRESS, "127.0.0.1", """
            Address that all doors listen on. 0.0.0.0 is every IPv4 address of the machine and no IPv6 address; :: is every
            IPv6 address and, where the system has sockets for both, every IPv4 address too.""");
    public static final Setting<Boolean> INSECURE = new Setting<>("insecure", SettingType.BOOL, "false", """
            Must be true to bind to an address that other machines can reach without auth.file, or without TLS on every open door.
            Without auth.file any client that can reach a port has full access, unless tls.client-ca asks it for a certificate.""");
    static final Setting<Boolean> METRICS = new Setting<>("metrics", SettingType.BOOL, "true", """
            Collect metrics and serve them at /metrics on the HTTP port.""");
    static final Setting<BusyPoll> BUSY_POLL =
            new Setting<>("busy-poll", SettingType.oneOf(BusyPoll.class), "auto", """
            Busy-poll for up to 0.5 ms before sleeping when requests arrive back to back. Lower latency, up to one more
            CPU core. auto: on, unless a CPU quota limits the process.""");

    /** All settings in display order: those without a table first, then table by table. Each part declares its own. */
    public static final List<Setting<?>> ALL = List.of(
            DATA,
            BIND,
            INSECURE,
            JournalSettings.DURABILITY,
            METRICS,
            BUSY_POLL,
            IoThreads.THREADS,
            WorkqSettings.PORT,
            WorkqSettings.TTR_PORT,
            WorkqSettings.TLS,
            QlessSettings.PORT,
            QlessSettings.TLS,
            QlessSettings.ALLOW_FLUSH,
            GoqueueSettings.PORT,
            GoqueueSettings.TLS,
            HttpLimits.PORT,
            HttpLimits.TLS,
            HttpLimits.MAX_BODY_SIZE,
            HttpLimits.MAX_BULK_SIZE,
            HttpLimits.HOSTS,
            OcypodSettings.INITIAL_STATUS,
            JobberSettings.VISIBILITY_TIMEOUT,
            TlsSettings.CERTIFICATE,
            TlsSettings.KEY,
            TlsSettings.CLIENT_CA,
            TlsSettings.CLIENT_AUTHENTICATION,
            AuthSettings.FILE,
            AuthSettings.PROXY_USER_HEADER,
            AuthSettings.PROXY_NETWORKS,
            AuthSettings.PROXY_DEFAULT_ROLE,
            AuthSettings.AUDIT_FILE,
            WebhookTargets.ALLOW,
            ClusterSettings.NAME,
            ClusterSettings.LISTEN,
            ClusterSettings.PEERS,
            ClusterSettings.ELECTION_TIMEOUT,
            ClusterSettings.PATIENCE,
            ClusterSettings.MAX_CLOCK_SKEW,
            ClusterSettings.TLS_CERT,
            ClusterSettings.TLS_KEY,
            ClusterSettings.TLS_CA,
            ClusterSettings.SECRET_FILE,
            JournalSettings.SEGMENT_SIZE,
            JournalSettings.SYNC_INTERVAL,
            JournalSettings.DIRECT_IO,
            NodeSettings.PAYLOADS,
            NetLimits.PAYLOAD,
            NetLimits.NAME,
            ConnectionLimits.CONNECTIONS,
            ConnectionLimits.ADDRESS_SHARE,
            NetLimits.IDLE_TIMEOUT,
            NetLimits.FIRST_COMMAND_TIMEOUT,
            NodeSettings.UNSYNCED,
            NodeSettings.MEMORY,
            NetLimits.SESSION_UNSENT,
            QlessSettings.SUBSCRIBER_UNSENT,
            MemoryBudget.ALL_UNSENT,
            MemoryBudget.ALL_INPUT,
            Logging.FORMAT,
            Logging.LEVEL,
            JournalSettings.SLOW_SYNC);

    static final List<Setting<Port>> PORTS = List.of(
            HttpLimits.PORT, WorkqSettings.PORT, WorkqSettings.TTR_PORT, GoqueueSettings.PORT, QlessSettings.PORT);

    private static final Map<Setting<Port>, Setting<TlsSwitch>> TLS = Map.of(
            HttpLimits.PORT,
            HttpLimits.TLS,
            WorkqSettings.PORT,
            WorkqSettings.TLS,
            WorkqSettings.TTR_PORT,
            WorkqSettings.TLS,
            GoqueueSettings.PORT,
            GoqueueSettings.TLS,
            QlessSettings.PORT,
            QlessSettings.TLS);

    private final ReadValues values;
    private final Map<String, Terms> queues;
    private final List<Shown> shown;

    /** Throws on combinations of values that conflict. */
    Settings(List<Setting<?>> all, ReadValues values, QueueTables queues) {
        this.values = values;
        this.queues = Collections.unmodifiableMap(queues.declared());
        this.shown = Stream.concat(all.stream().map(setting -> values.shown("", setting)), queues.shown().stream())
                .toList();
        checkTls();
        checkInsecure();
        checkAudit();
        checkProxies();
        checkDoors();
        checkPorts();
        checkBodySize();
        checkCluster();
    }

    private void checkCluster() {
        List<ClusterSettings.NamedNode> peers = get(ClusterSettings.PEERS);
        Optional<String> name = get(ClusterSettings.NAME);
        if (name.isEmpty()) {
            if (!peers.isEmpty()) {
                throw values.conflict(ClusterSettings.PEERS, "needs the name of this node: set cluster.name");
            }
            return;
        }
        Set<Object> known = new HashSet<>();
        for (ClusterSettings.NamedNode peer : peers) {
            if (!known.add(peer.name()) || !known.add(peer.address())) {
                throw values.conflict(ClusterSettings.PEERS, "has a name or an address twice: " + peer.name());
            }
        }
        if (peers.isEmpty() && get(ClusterSettings.LISTEN).isEmpty()) {
            throw values.conflict(
                    ClusterSettings.NAME,
                    "needs cluster.peers, or cluster.listen to wait for the cluster that it is to join");
        }
        if (!peers.isEmpty() && !known.contains(name.get())) {
            throw values.conflict(ClusterSettings.NAME, "is not among cluster.peers");
        }
        long files = Stream.of(ClusterSettings.TLS_CERT, ClusterSettings.TLS_KEY, ClusterSettings.TLS_CA)
                .filter(setting -> get(setting).isPresent())
                .count();
        boolean hasSecret = get(ClusterSettings.SECRET_FILE).isPresent();
        if (files % 3 != 0) {
            throw values.conflict(
                    ClusterSettings.NAME, "needs all of cluster.tls-cert, cluster.tls-key and cluster.tls-ca, or none");
        }
        if (files > 0 && hasSecret) {
            throw values.conflict(ClusterSettings.SECRET_FILE, "is not used with cluster.tls-cert: choose one");
        }
        boolean isProtected = files > 0 || hasSecret;
        if (!isProtected && !get(INSECURE) && !isLoopback(clusterAddress().host())) {
            throw values.conflict(
                    ClusterSettings.NAME,
                    "would listen on " + clusterAddress()
                            + ", which other machines can reach, without protection; set cluster.tls-cert or cluster.secret-file, or add --insecure to allow it");
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Where this node listens for the other nodes of its cluster. */
    ClusterSettings.Address clusterAddress() {
        String name = get(ClusterSettings.NAME).orElseThrow();
        return get(ClusterSettings.LISTEN)
                .orElseGet(() -> get(ClusterSettings.PEERS).stream()
                        .filter(peer -> peer.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .address());
    }

    private void checkTls() {
        boolean hasCertificate = get(TlsSettings.CERTIFICATE).isPresent();
        if (hasCertificate && get(TlsSettings.KEY).isEmpty()) {
            throw values.conflict(TlsSettings.CERTIFICATE, "needs its private key: set tls.key");
        }
        for (Setting<Optional<Path>> setting : List.of(TlsSettings.KEY, TlsSettings.CLIENT_CA)) {
            if (!hasCertificate && get(setting).isPresent()) {
                throw values.conflict(setting, "needs a certificate: set tls.certificate");
            }
        }
        for (Setting<Port> port : PORTS) {
            if (!hasCertificate && usesTls(port)) {
                throw values.conflict(tlsOf(port), "needs a certificate: set tls.certificate");
            }
        }
    }

    private void checkInsecure() {
        String missing = missingProtection();
        if (!missing.isEmpty() && !get(INSECURE)) {
            throw values.conflict(
                    BIND,
                    "can be reached by other machines, and there is no " + missing + "; add --insecure to allow it");
        }
    }

    private void checkAudit() {
        if (get(AuthSettings.AUDIT_FILE).isPresent() && get(AuthSettings.FILE).isEmpty()) {
            throw values.conflict(AuthSettings.AUDIT_FILE, "needs auth.file: without it nobody has a name");
        }
    }

    private void checkProxies() {
        boolean hasHeader = get(AuthSettings.PROXY_USER_HEADER).isPresent();
        if (hasHeader && get(AuthSettings.FILE).isEmpty()) {
            throw values.conflict(AuthSettings.PROXY_USER_HEADER, "needs auth.file: without it nobody has a role");
        }
        if (hasHeader && get(AuthSettings.PROXY_NETWORKS).isEmpty()) {
            throw values.conflict(
                    AuthSettings.PROXY_USER_HEADER, "needs auth.proxy-networks, the addresses of the proxies");
        }
        if (!hasHeader && !get(AuthSettings.PROXY_NETWORKS).isEmpty()) {
            throw values.conflict(
                    AuthSettings.PROXY_NETWORKS, "needs auth.proxy-user-header, the header of the proxies");
        }
        if (!hasHeader && get(AuthSettings.PROXY_DEFAULT_ROLE).isPresent()) {
            throw values.conflict(
                    AuthSettings.PROXY_DEFAULT_ROLE, "needs auth.proxy-user-header, the header of the proxies");
        }
    }

    private void checkDoors() {
        if (PORTS.stream().allMatch(port -> get(port).isOff())) {
            throw new UsageException(
                    "every door is off: set http.port, workq.port, goqueue.port or qless.port to a port");
        }
    }

    private void checkPorts() {
        Map<Integer, Setting<Port>> taken = new HashMap<>();
        for (Setting<Port> setting : PORTS) {
            int number = get(setting).number();
            Setting<Port> other = number > 0 ? taken.put(number, setting) : null;
            if (other != null) {
                boolean isDefault = values.isDefault(setting);
                throw values.conflict(
                        isDefault ? other : setting,
                        "is also the port of " + (isDefault ? setting : other).key() + "; choose another port, or off");
            }
        }
    }

    private void checkBodySize() {
        if (get(HttpLimits.MAX_BODY_SIZE) > get(MemoryBudget.ALL_INPUT)) {
            throw values.isDefault(MemoryBudget.ALL_INPUT)
                    ? values.conflict(
                            HttpLimits.MAX_BODY_SIZE,
                            "is larger than limits.all-input; lower it or raise limits.all-input")
                    : values.conflict(
                            MemoryBudget.ALL_INPUT,
                            "is smaller than http.max-body-size; raise it or lower http.max-body-size");
        }
    }

    /** All settings in display order, queues last, each with its source; secrets are masked. */
    public List<Shown> shown() {
        return shown;
    }

    @Override
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** The declared queues by name, and the terms of their jobs. */
    public Map<String, Terms> queues() {
        return queues;
    }

    /** Whether the door with this port is open and uses TLS. */
    boolean usesTls(Setting<Port> port) {
        return !get(port).isOff()
                && get(tlsOf(port)).isOn(get(TlsSettings.CERTIFICATE).isPresent());
    }

    private static Setting<TlsSwitch> tlsOf(Setting<Port> port) {
        return Objects.requireNonNull(TLS.get(port));
    }

    /** What the doors lack on the address that they listen on, see {@link Exposure}; empty if nothing. */
    String missingProtection() {
        boolean tlsOnAllDoors = PORTS.stream().allMatch(port -> get(port).isOff() || usesTls(port));
        return Exposure.missing(isLocal(), tlsOnAllDoors, get(AuthSettings.FILE).isPresent());
    }

    /** Whether only this machine can reach the doors. */
    public boolean isLocal() {
        return get(BIND).isLoopbackAddress();
    }
}
