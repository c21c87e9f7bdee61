package dev.reeve.server;

import dev.reeve.engine.job.Terms;
import dev.reeve.server.door.ocypod.InitialStatus;
import dev.reeve.server.door.workq.LeaseReply;
import dev.reeve.server.journal.Durability;
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

/** Every setting there is, and the values this server runs with. */
public final class Settings {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    public static final Setting<Path> DATA = new Setting<>(
            "data",
            SettingType.folder(),
            "data",
            "Folder of the journal and the snapshots. A relative path counts from the current folder.");
    public static final Setting<InetAddress> BIND =
            new Setting<>("bind", SettingType.address(), "127.0.0.1", "Address that all doors listen on.");
    public static final Setting<Boolean> INSECURE = new Setting<>(
            "insecure",
            SettingType.yesOrNo(),
            "false",
            "Has to be true to bind to an address that other machines can reach. There are no passwords and no TLS yet:"
                    + " whoever reaches the port can do everything.");
    public static final Setting<Durability> DURABILITY = new Setting<>(
            "durability",
            SettingType.oneOf(Durability.class),
            "always",
            "When a command is answered: after its sync (always), or after the write with a sync every"
                    + " journal.sync-interval (interval) or whenever the system likes (os).");
    public static final Setting<Boolean> METRICS = new Setting<>(
            "metrics",
            SettingType.yesOrNo(),
            "true",
            "Whether the server counts what it does and tells it at /metrics on the HTTP port.");
    public static final Setting<BusyPoll> SPIN = new Setting<>(
            "spin",
            SettingType.oneOf(BusyPoll.class),
            "auto",
            "Whether the server looks out for the next request for up to half a millisecond before it sleeps, while requests"
                    + " follow each other so closely: replies come sooner, for up to one processor more. auto: unless there"
                    + " is a quota on its processor time.");
    public static final Setting<Port> WORKQ_PORT =
            new Setting<>("workq.port", SettingType.port(), "9922", "Port of the Workq door.");
    public static final Setting<LeaseReply> WORKQ_LEASE_REPLY = new Setting<>(
            "workq.lease-reply",
            SettingType.oneOf(LeaseReply.class),
            "seed",
            "What the reply to lease names: id, name and size (seed), or the TTR before the size as well (ttr), which"
                    + " later clients expect.");
    public static final Setting<Port> QLESS_PORT =
            new Setting<>("qless.port", SettingType.port(), "6380", "Port of the qless door.");
    public static final Setting<Boolean> QLESS_ALLOW_FLUSH = new Setting<>(
            "qless.allow-flush",
            SettingType.yesOrNo(),
            "false",
            "Whether FLUSHDB and FLUSHALL empty the server, jobs of every door included. They are refused otherwise.");
    public static final Setting<Port> GOQUEUE_PORT =
            new Setting<>("goqueue.port", SettingType.port(), "11223", "Port of the Go Job Queue door.");
    public static final Setting<Port> HTTP_PORT = new Setting<>(
            "http.port",
            SettingType.port(),
            "8023",
            "Port of everything spoken over HTTP: Ocypod, Jobber, /health, /metrics, /openapi.json.");
    public static final Setting<Long> HTTP_MAX_BODY_SIZE = new Setting<>(
            "http.max-body-size",
            SettingType.size(KIB, GIB),
            "1MiB",
            "Largest body of an HTTP request; a larger one is refused with 413.");
    public static final Setting<InitialStatus> OCYPOD_INITIAL_STATUS = new Setting<>(
            "ocypod.initial-status",
            SettingType.oneOf(InitialStatus.class),
            "queued",
            "What Ocypod replies call a job that waits: queued, which today's clients match on, or created, as the"
                    + " document has it. Requests may use both.");
    public static final Setting<Duration> JOBBER_VISIBILITY_TIMEOUT = new Setting<>(
            "jobber.visibility-timeout",
            SettingType.duration(),
            "30s",
            "How long a worker has a job that was queued through Jobber, unless it says otherwise when it takes it.");
    public static final Setting<Long> JOURNAL_SEGMENT_SIZE = new Setting<>(
            "journal.segment-size",
            SettingType.size(64 * KIB, GIB),
            "64MiB",
            "Size of one journal file. A larger entry gets a larger file of its own.");
    public static final Setting<Duration> JOURNAL_SYNC_INTERVAL = new Setting<>(
            "journal.sync-interval",
            SettingType.duration(),
            "1s",
            "With durability = interval, the longest time between two syncs.");
    public static final Setting<Long> LIMITS_PAYLOAD =
            new Setting<>("limits.payload", SettingType.size(1, GIB), "1MiB", "Largest payload, and largest result.");
    public static final Setting<Integer> LIMITS_NAME = new Setting<>(
            "limits.name",
            SettingType.integer(1, 65535),
            "255",
            "Longest name of a queue, a job or a worker, in bytes.");
    public static final Setting<Integer> LIMITS_CONNECTIONS = new Setting<>(
            "limits.connections",
            SettingType.integer(1, 1_000_000),
            "10000",
            "Most connections at a time, over all doors. One more is told so and closed.");
    public static final Setting<Long> LIMITS_UNSYNCED = new Setting<>(
            "limits.unsynced",
            SettingType.size(64 * KIB, GIB),
            "64MiB",
            "Most journal bytes on their way to the disk. Past it no connection is read until the disk has caught up.");
    public static final Setting<Double> LIMITS_MEMORY = new Setting<>(
            "limits.memory",
            SettingType.share(),
            "70%",
            "Share of the largest heap that live data may take; past it new jobs are refused.");
    public static final Setting<Long> LIMITS_SESSION_UNSENT = new Setting<>(
            "limits.session-unsent",
            SettingType.size(KIB, GIB),
            "1MiB",
            "Most bytes that one client has not fetched yet. Past it that client is not read.");
    public static final Setting<Long> LIMITS_SUBSCRIBER_UNSENT = new Setting<>(
            "limits.subscriber-unsent",
            SettingType.size(64 * KIB, GIB),
            "8MiB",
            "Most unsent bytes of one subscriber to qless events; past it the subscriber is cut off.");
    public static final Setting<Long> LIMITS_ALL_UNSENT = new Setting<>(
            "limits.all-unsent",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Most unsent bytes of all clients together. Past it those who fetch nothing are cut off.");
    public static final Setting<Long> LIMITS_ALL_INPUT = new Setting<>(
            "limits.all-input",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Most half-read input of all clients together. Past it those who hold some of it have to wait.");

    public static final Setting<LogFormat> LOG_FORMAT = new Setting<>(
            "log.format",
            SettingType.oneOf(LogFormat.class),
            "text",
            "Form of a log line: text for people, or json for programs, one object a line.");
    public static final Setting<LogLevels> LOG_LEVEL = new Setting<>(
            "log.level",
            SettingType.logLevels(),
            "info",
            "How much is logged, and how much by single packages where that differs.");
    public static final Setting<Duration> LOG_SLOW_SYNC = new Setting<>(
            "log.slow-sync", SettingType.duration(), "1s", "A sync of the journal that takes so long is warned of.");

    /** In the order in which they are shown: what stands in no table first, then table by table. */
    public static final List<Setting<?>> ALL = List.of(
            DATA,
            BIND,
            INSECURE,
            DURABILITY,
            METRICS,
            SPIN,
            WORKQ_PORT,
            WORKQ_LEASE_REPLY,
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

    private static final List<Setting<Port>> PORTS = List.of(HTTP_PORT, WORKQ_PORT, GOQUEUE_PORT, QLESS_PORT);

    private final Map<Setting<?>, SettingValue<?>> values;
    private final Map<String, Terms> queues;
    private final List<ShownSetting> shown;

    /** Takes a value for every setting, and the queues that are declared. Refuses what does not go together. */
    Settings(Map<Setting<?>, SettingValue<?>> values, QueueTables queues) {
        this.values = Map.copyOf(values);
        this.queues = Collections.unmodifiableMap(new TreeMap<>(queues.declared()));
        this.shown = Stream.concat(values.values().stream().map(SettingValue::shown), queues.shown().stream())
                .toList();
        checkReach();
        checkPorts();
        checkBody();
    }

    private void checkReach() {
        if (!isLocal() && !get(INSECURE)) {
            throw conflict(
                    BIND,
                    "can be reached by other machines, and there are no passwords yet; add --insecure if"
                            + " that is what you want");
        }
    }

    private void checkPorts() {
        Map<Integer, Setting<Port>> taken = new HashMap<>();
        for (Setting<Port> setting : PORTS) {
            int number = get(setting).number();
            Setting<Port> other = number > 0 ? taken.put(number, setting) : null;
            if (other != null) {
                boolean first = value(setting).source().equals(SettingValue.DEFAULT);
                throw conflict(
                        first ? other : setting,
                        "is the port of " + (first ? setting : other).key() + " too; choose another one, or off");
            }
        }
    }

    private void checkBody() {
        if (get(HTTP_MAX_BODY_SIZE) > get(LIMITS_ALL_INPUT)) {
            throw value(LIMITS_ALL_INPUT).source().equals(SettingValue.DEFAULT)
                    ? conflict(HTTP_MAX_BODY_SIZE, "is more than limits.all-input lets in; lower it or raise that")
                    : conflict(LIMITS_ALL_INPUT, "is less than http.max-body-size; raise it or lower that");
        }
    }

    private StartException conflict(Setting<?> setting, String why) {
        SettingValue<?> value = value(setting);
        return new StartException("%s: %s = %s %s".formatted(value.source(), setting.key(), value.text(), why));
    }

    private SettingValue<?> value(Setting<?> setting) {
        return Objects.requireNonNull(values.get(setting));
    }

    /** All of them in order, queues last, each with its source; secrets are masked. */
    public List<ShownSetting> shown() {
        return shown;
    }

    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        return (T) value(setting).value();
    }

    /** The queues that have to be there, by name, and the terms of their jobs. */
    public Map<String, Terms> queues() {
        return queues;
    }

    /** Whether only this machine can reach the doors. */
    public boolean isLocal() {
        return get(BIND).isLoopbackAddress();
    }
}
