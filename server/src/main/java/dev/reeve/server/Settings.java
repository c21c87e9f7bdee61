package dev.reeve.server;

import dev.reeve.engine.job.Terms;
import dev.reeve.server.door.ocypod.InitialStatus;
import dev.reeve.server.door.workq.LeaseReply;
import dev.reeve.server.journal.Durability;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Every setting there is, and the values this server runs with. */
public final class Settings {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    public static final Setting<Path> DATA =
            new Setting<>("data", SettingType.folder(), "data", "Folder of the journal and the snapshots.");
    public static final Setting<InetAddress> BIND =
            new Setting<>("bind", SettingType.address(), "127.0.0.1", "Address that every door listens on.");
    public static final Setting<Boolean> INSECURE = new Setting<>(
            "insecure", SettingType.yesOrNo(), "false", "Allows binding to an address other machines can reach.");
    public static final Setting<Port> WORKQ_PORT =
            new Setting<>("workq.port", SettingType.port(), "9922", "Port of the Workq door.");
    public static final Setting<LeaseReply> WORKQ_LEASE_REPLY = new Setting<>(
            "workq.lease-reply",
            SettingType.oneOf(LeaseReply.class),
            "seed",
            "What a Workq lease reply names: id, name and size (seed), or the TTR as well, as later clients expect (ttr).");
    public static final Setting<Port> QLESS_PORT =
            new Setting<>("qless.port", SettingType.port(), "6380", "Port of the qless door.");
    public static final Setting<Boolean> QLESS_ALLOW_FLUSH = new Setting<>(
            "qless.allow-flush",
            SettingType.yesOrNo(),
            "false",
            "Whether FLUSHDB and FLUSHALL empty the server, jobs of every door included, or are refused.");
    public static final Setting<Port> GOQUEUE_PORT =
            new Setting<>("goqueue.port", SettingType.port(), "11223", "Port of the Go Job Queue door.");
    public static final Setting<Port> HTTP_PORT = new Setting<>(
            "http.port", SettingType.port(), "8023", "Port of everything spoken over HTTP, /health included.");
    public static final Setting<Long> HTTP_MAX_BODY_SIZE =
            new Setting<>("http.max-body-size", SettingType.size(KIB, GIB), "1MiB", "Largest body of an HTTP request.");
    public static final Setting<InitialStatus> OCYPOD_INITIAL_STATUS = new Setting<>(
            "ocypod.initial-status",
            SettingType.oneOf(InitialStatus.class),
            "queued",
            "What Ocypod replies call a job that waits: queued, as today's clients expect, or created.");
    public static final Setting<Duration> JOBBER_VISIBILITY_TIMEOUT = new Setting<>(
            "jobber.visibility-timeout",
            SettingType.duration(),
            "30s",
            "How long a worker has a Jobber job, unless it says otherwise.");
    public static final Setting<Durability> DURABILITY = new Setting<>(
            "durability",
            SettingType.oneOf(Durability.class),
            "always",
            "When a command is answered: after its sync (always), or after the write with a sync every"
                    + " journal.sync-interval (interval) or whenever the system likes (os).");
    public static final Setting<Long> JOURNAL_SEGMENT_SIZE = new Setting<>(
            "journal.segment-size", SettingType.size(64 * KIB, GIB), "64MiB", "Size of one journal file.");
    public static final Setting<Duration> JOURNAL_SYNC_INTERVAL = new Setting<>(
            "journal.sync-interval", SettingType.duration(), "1s", "Time between syncs when durability is interval.");
    public static final Setting<Long> LIMITS_PAYLOAD =
            new Setting<>("limits.payload", SettingType.size(1, GIB), "1MiB", "Largest payload or result of a job.");
    public static final Setting<Integer> LIMITS_NAME = new Setting<>(
            "limits.name", SettingType.integer(1, 65535), "255", "Longest name of a queue, job or worker, in bytes.");
    public static final Setting<Integer> LIMITS_CONNECTIONS = new Setting<>(
            "limits.connections", SettingType.integer(1, 1_000_000), "10000", "Most connections at a time.");
    public static final Setting<Long> LIMITS_UNSYNCED = new Setting<>(
            "limits.unsynced",
            SettingType.size(64 * KIB, GIB),
            "64MiB",
            "Most journal bytes waiting for a sync; past it no input is read.");
    public static final Setting<Double> LIMITS_MEMORY = new Setting<>(
            "limits.memory",
            SettingType.share(),
            "70%",
            "Share of the largest heap that jobs may fill; past it new ones are refused.");
    public static final Setting<Long> LIMITS_SESSION_UNSENT = new Setting<>(
            "limits.session-unsent",
            SettingType.size(KIB, GIB),
            "1MiB",
            "Most unsent bytes of one connection; past it its input is not read.");
    public static final Setting<Long> LIMITS_SUBSCRIBER_UNSENT = new Setting<>(
            "limits.subscriber-unsent",
            SettingType.size(64 * KIB, GIB),
            "8MiB",
            "Most unsent bytes of one subscriber to events; past it the subscriber is cut off.");
    public static final Setting<Long> LIMITS_ALL_UNSENT = new Setting<>(
            "limits.all-unsent",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Most unsent bytes of all connections together.");
    public static final Setting<Long> LIMITS_ALL_INPUT = new Setting<>(
            "limits.all-input",
            SettingType.size(MIB, TIB),
            "256MiB",
            "Most half-read input of all connections together.");

    public static final List<Setting<?>> ALL = List.of(
            DATA,
            BIND,
            INSECURE,
            WORKQ_PORT,
            WORKQ_LEASE_REPLY,
            QLESS_PORT,
            QLESS_ALLOW_FLUSH,
            GOQUEUE_PORT,
            HTTP_PORT,
            HTTP_MAX_BODY_SIZE,
            OCYPOD_INITIAL_STATUS,
            JOBBER_VISIBILITY_TIMEOUT,
            DURABILITY,
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
            LIMITS_ALL_INPUT);

    private final Map<Setting<?>, Object> values;
    private final Map<String, Terms> queues;

    /** Takes a value for every setting, each made by that setting's own parser, and the queues that are declared. */
    Settings(Map<Setting<?>, Object> values, Map<String, Terms> queues) {
        this.values = Map.copyOf(values);
        this.queues = Collections.unmodifiableMap(new TreeMap<>(queues));
        if (!isLocal() && !get(INSECURE)) {
            throw new StartException("bind: other machines can reach %s, and there are no passwords yet; add --insecure"
                            .formatted(get(BIND).getHostAddress())
                    + " if that is what you want");
        }
    }

    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        return (T) Objects.requireNonNull(values.get(setting));
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
