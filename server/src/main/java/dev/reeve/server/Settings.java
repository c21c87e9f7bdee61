package dev.reeve.server;

import dev.reeve.door.ocypod.InitialStatus;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.local.Durability;
import dev.reeve.server.log.LogFormat;
import dev.reeve.server.log.LogLevels;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The list of all settings, and the values this server runs with. */
public final class Settings {
    /** A setting for display: key and value in TOML syntax, and the source of the value. */
    public record Shown(String key, String value, String source) {}

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    public static final Setting<Path> DATA = new Setting<>(
            "data",
            SettingType.folder(),
            "data",
            "Folder for the journal and the snapshots. A relative path is resolved against the current folder.");
    public static final Setting<InetAddress> BIND = new Setting<>(
            "bind",
            SettingType.address(),
            "127.0.0.1",
            "Address that all doors listen on. 0.0.0.0 is every IPv4 address of the machine and no IPv6 address; :: is every"
                    + " IPv6 address and, where the system has sockets for both, every IPv4 address too.");
    public static final Setting<Boolean> INSECURE = new Setting<>(
            "insecure",
            SettingType.bool(),
            "false",
            "Must be true to bind to an address that other machines can reach. There is no authentication and no TLS yet:"
                    + " any client that can reach a port has full access.");
    public static final Setting<Durability> DURABILITY = new Setting<>(
            "durability",
            SettingType.oneOf(Durability.class),
            "always",
            "When a command is acknowledged. always: after it is synced to disk. interval: after it is written, with a"
                    + " sync every journal.sync-interval. os: after it is written; the operating system decides when to"
                    + " sync.");
    public static final Setting<Boolean> METRICS = new Setting<>(
            "metrics", SettingType.bool(), "true", "Collect metrics and serve them at /metrics on the HTTP port.");
    public static final Setting<BusyPoll> BUSY_POLL = new Setting<>(
            "busy-poll",
            SettingType.oneOf(BusyPoll.class),
            "auto",
            "Busy-poll for up to 0.5 ms before sleeping when requests arrive back to back. Lower latency, up to one more"
                    + " CPU core. auto: on, unless a CPU quota limits the process.");
    public static final Setting<Port> WORKQ_PORT =
            new Setting<>("workq.port", SettingType.port(), "9922", "Port of the Workq door.");
    public static final Setting<Port> WORKQ_TTR_PORT = new Setting<>(
            "workq.ttr-port",
            SettingType.port(),
            "off",
            "Second port of the Workq door. The reply to lease has the fields id, name, TTR and size here, which newer"
                    + " clients expect, and id, name and size at workq.port.");
    public static final Setting<Port> QLESS_PORT =
            new Setting<>("qless.port", SettingType.port(), "6380", "Port of the qless door.");
    public static final Setting<Boolean> QLESS_ALLOW_FLUSH = new Setting<>(
            "qless.allow-flush",
            SettingType.bool(),
            "false",
            "Allow FLUSHDB and FLUSHALL. They delete all data of the server, including the jobs of all other doors. If"
                    + " false, they are refused.");
    public static final Setting<Port> GOQUEUE_PORT =
            new Setting<>("goqueue.port", SettingType.port(), "11223", "Port of the Go Job Queue door.");
    public static final Setting<Port> HTTP_PORT = new Setting<>(
            "http.port",
            SettingType.port(),
            "8023",
            "Port of the HTTP listener: Ocypod, Jobber, /health, /metrics, /openapi.json.");
    public static final Setting<Long> HTTP_MAX_BODY_SIZE = new Setting<>(
            "http.max-body-size",
            SettingType.size(KIB, GIB),
            "1MiB",
            "Maximum size of an HTTP request body. Larger requests are refused with status 413.");
    public static final Setting<InitialStatus> OCYPOD_INITIAL_STATUS = new Setting<>(
            "ocypod.initial-status",
            SettingType.oneOf(InitialStatus.class),
            "queued",
            "Status of a waiting job in Ocypod replies: queued, which current clients match on, or created, as in the"
                    + " Ocypod documentation. Requests may use both.");
    public static final Setting<Duration> JOBBER_VISIBILITY_TIMEOUT = new Setting<>(
            "jobber.visibility-timeout",
            SettingType.durationAboveZero(),
            "30s",
            "Default lease duration of jobs that were queued through Jobber. A worker can override it when it takes a job.");
    public static final Setting<Long> JOURNAL_SEGMENT_SIZE = new Setting<>(
            "journal.segment-size",
            SettingType.size(64 * KIB, GIB),
            "64MiB",
            "Size of one journal segment. An entry that is larger gets a larger segment of its own.");
    public static final Setting<Duration> JOURNAL_SYNC_INTERVAL = new Setting<>(
            "journal.sync-interval",
            SettingType.durationAboveZero(),
            "1s",
            "With durability = interval, the maximum time between two syncs.");
    public static final Setting<Long> LIMITS_PAYLOAD = new Setting<>(
            "limits.payload", SettingType.size(1, GIB), "1MiB", "Maximum size of a payload, and of a result.");
    public static final Setting<Integer> LIMITS_NAME = new Setting<>(
            "limits.name",
            SettingType.integer(1, 65535),
            "255",
            "Maximum length of the name of a queue, a job or a worker, in bytes.");
    public static final Setting<Integer> LIMITS_CONNECTIONS = new Setting<>(
            "limits.connections",
            SettingType.integer(1, 1_000_000),
            "10000",
            "Maximum number of open connections of all doors together. Further connections get an error and are closed.");
    public static final Setting<Long> LIMITS_UNSYNCED = new Setting<>(
            "limits.unsynced",
            SettingType.size(64 * KIB, GIB),
            "64MiB",
            "Maximum number of journal bytes that are not synced yet. Above it the server reads from no connection until"
                    + " the disk has caught up.");
    public static final Setting<Double> LIMITS_MEMORY = new Setting<>(
            "limits.memory",
            SettingType.share(),
            "70%",
            "Share of the maximum heap that live data may use. Above it new jobs are refused.");
    public static final Setting<Long> LIMITS_SESSION_UNSENT = new Setting<>(
            "limits.session-unsent",
            SettingType.size(KIB, GIB),
            "1MiB",
            "Maximum number of unsent reply bytes of one client. Above it the server does not read from this client.");
    public static final Setting<Long> LIMITS_SUBSCRIBER_UNSENT = new Setting<>(
            "limits.subscriber-unsent",
            SettingType.size(64 * KIB, GIB),
            "8MiB",
            "Maximum number of unsent event bytes of one qless subscriber. Above it the subscriber is disconnected.");
    public static final Setting<Long> LIMITS_ALL_UNSENT = new Setting<>(
            "limits.all-unsent",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Maximum number of unsent reply bytes of all clients together. Above it clients that do not read are"
                    + " disconnected.");
    public static final Setting<Long> LIMITS_ALL_INPUT = new Setting<>(
            "limits.all-input",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Maximum number of buffered bytes of incomplete requests, of all clients together. Above it clients with"
                    + " incomplete requests have to wait.");

    public static final Setting<LogFormat> LOG_FORMAT = new Setting<>(
            "log.format",
            SettingType.oneOf(LogFormat.class),
            "text",
            "Format of the log: text, or json with one object per line.");
    public static final Setting<LogLevels> LOG_LEVEL = new Setting<>(
            "log.level", SettingType.logLevels(), "info", "Log level, and different levels for single packages.");
    public static final Setting<Duration> LOG_SLOW_SYNC = new Setting<>(
            "log.slow-sync",
            SettingType.durationAboveZero(),
            "1s",
            "A journal sync that takes at least this long is logged as a warning.");

    /** All settings in display order: those without a table first, then table by table. */
    public static final List<Setting<?>> ALL = List.of(
            DATA,
            BIND,
            INSECURE,
            DURABILITY,
            METRICS,
            BUSY_POLL,
            WORKQ_PORT,
            WORKQ_TTR_PORT,
            QLESS_PORT,
            QLESS_ALLOW_FLUSH,
            GOQUEUE_PORT,
            HTTP_PORT,
            HTTP_MAX_BODY_SIZE,
            OCYPOD_INITIAL_STATUS,
            JOBBER_VISIBILITY_TIMEOUT,
            JOURNAL_SEGMENT_SIZE,
            JOURNAL_SYNC_INTERVAL,
            LIMITS_PAYLOAD,
            LIMITS_NAME,
            LIMITS_CONNECTIONS,
            LIMITS_UNSYNCED,
            LIMITS_MEMORY,
            LIMITS_SESSION_UNSENT,
            LIMITS_SUBSCRIBER_UNSENT,
            LIMITS_ALL_UNSENT,
            LIMITS_ALL_INPUT,
            LOG_FORMAT,
            LOG_LEVEL,
            LOG_SLOW_SYNC);

    private static final List<Setting<Port>> PORTS =
            List.of(HTTP_PORT, WORKQ_PORT, WORKQ_TTR_PORT, GOQUEUE_PORT, QLESS_PORT);

    private final Map<Setting<?>, SettingValue<?>> values;
    private final Map<String, Terms> queues;
    private final List<Shown> shown;

    /** Takes a value for every setting, and the declared queues. Throws on combinations that conflict. */
    Settings(Map<Setting<?>, SettingValue<?>> values, QueueTables queues) {
        this.values = Map.copyOf(values);
        this.queues = Collections.unmodifiableMap(new TreeMap<>(queues.declared()));
        this.shown = Stream.concat(values.values().stream().map(SettingValue::shown), queues.shown().stream())
                .toList();
        checkInsecure();
        checkDoors();
        checkPorts();
        checkBodySize();
    }

    private void checkInsecure() {
        if (!isLocal() && !get(INSECURE)) {
            throw conflict(
                    BIND,
                    "can be reached by other machines, and there is no authentication yet; add --insecure"
                            + " to allow it");
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
                boolean isDefault = value(setting).source().equals(SettingValue.DEFAULT);
                throw conflict(
                        isDefault ? other : setting,
                        "is also the port of " + (isDefault ? setting : other).key() + "; choose another port, or off");
            }
        }
    }

    private void checkBodySize() {
        if (get(HTTP_MAX_BODY_SIZE) > get(LIMITS_ALL_INPUT)) {
            throw value(LIMITS_ALL_INPUT).source().equals(SettingValue.DEFAULT)
                    ? conflict(
                            HTTP_MAX_BODY_SIZE, "is larger than limits.all-input; lower it or raise limits.all-input")
                    : conflict(
                            LIMITS_ALL_INPUT,
                            "is smaller than http.max-body-size; raise it or lower http.max-body-size");
        }
    }

    private StartException conflict(Setting<?> setting, String why) {
        SettingValue<?> value = value(setting);
        return new StartException("%s: %s = %s %s".formatted(value.source(), setting.key(), value.text(), why));
    }

    private SettingValue<?> value(Setting<?> setting) {
        return Objects.requireNonNull(values.get(setting));
    }

    /** All settings in display order, queues last, each with its source; secrets are masked. */
    public List<Shown> shown() {
        return shown;
    }

    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        return (T) value(setting).value();
    }

    /** The declared queues by name, and the terms of their jobs. */
    public Map<String, Terms> queues() {
        return queues;
    }

    /** Whether only this machine can reach the doors. */
    public boolean isLocal() {
        return get(BIND).isLoopbackAddress();
    }
}
