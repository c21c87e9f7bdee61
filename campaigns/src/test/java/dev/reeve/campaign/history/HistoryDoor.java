package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.CallKind.ACQUIRE;
import static dev.reeve.campaign.history.CallKind.ADD;
import static dev.reeve.campaign.history.CallKind.COMPLETE;
import static dev.reeve.campaign.history.CallKind.DELETE;
import static dev.reeve.campaign.history.CallKind.FAIL;
import static dev.reeve.campaign.history.CallKind.GET;
import static dev.reeve.campaign.history.CallKind.RELEASE;
import static dev.reeve.campaign.history.CallKind.RENEW;

import dev.reeve.testkit.ApiClient;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The doors as clients of a history use them, with leases that outlast it; {@link #BRIEF} has short ones, which lapse. Left
 * out is what would change the payload, by which a job is known in all doors, or the length of a lease.
 */
enum HistoryDoor {
    WORKQ("workq", Names.NOTHING, Set.of(ADD, GET, ACQUIRE, COMPLETE, FAIL, DELETE)) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            return new WorkqClient(socket(address));
        }

        @Override
        String add(DoorClient client, String queue, String payload) {
            return ((WorkqClient) client).add(queue, TimeUnit.DAYS.toMillis(1), payload);
        }
    },
    /** A job is completed by deleting it. */
    GOQUEUE("goqueue", Names.NOTHING, Set.of(ADD, ACQUIRE, DELETE)) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            return new GoqueueClient(socket(address));
        }
    },
    QLESS("qless", Names.WORKER, Set.of(ADD, GET, ACQUIRE, COMPLETE, FAIL)) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            QlessClient client = new QlessClient(socket(address), worker);
            client.call("config.set", "heartbeat", "1000000");
            return client;
        }
    },
    OCYPOD("http", Names.TOKEN, Set.of(ADD, GET, ACQUIRE, RENEW, COMPLETE, FAIL, DELETE)) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            OcypodClient client = new OcypodClient(new RawHttp(address));
            client.declare(queue, "{\"timeout\":\"1000h\"}");
            return client;
        }
    },
    /** The length of its leases is a setting of the server where another door leases the job. */
    JOBBER("http", Names.TOKEN, Set.of(ADD, GET, ACQUIRE, COMPLETE, RELEASE)) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            return new JobberClient(new RawHttp(address));
        }
    },
    API("http", Names.TOKEN, Set.of(CallKind.values())) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            return ApiClient.withLeases(new RawHttp(address), "24h");
        }
    },
    BRIEF("http", Names.TOKEN, Set.of(CallKind.values())) {
        @Override
        DoorClient connect(InetSocketAddress address, String queue, String worker) {
            return ApiClient.withLeases(new RawHttp(address), BRIEF_MILLIS + "ms");
        }

        /** A little less than the length: the clocks of client and server are not the same. */
        @Override
        long leaseNanos() {
            return TimeUnit.MILLISECONDS.toNanos(BRIEF_MILLIS - CLOCK_SLACK_MILLIS);
        }
    };

    static final long BRIEF_MILLIS = 400;
    private static final long CLOCK_SLACK_MILLIS = 20;

    /** What a report says of the lease. */
    private enum Names {
        NOTHING,
        WORKER,
        TOKEN
    }

    private final String listener;
    private final Names names;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<CallKind> kinds;

    HistoryDoor(String listener, Names names, Set<CallKind> kinds) {
        this.listener = listener;
        this.names = names;
        this.kinds = kinds;
    }

    private static TestClient socket(InetSocketAddress address) {
        return new TestClient(address, new AtomicLong(), 0);
    }

    /** Connects, and sees to it that the queue has long leases. */
    abstract DoorClient connect(InetSocketAddress address, String queue, String worker);

    String add(DoorClient client, String queue, String payload) {
        return client.add(queue, payload);
    }

    long leaseNanos() {
        return RecordedCall.NEVER;
    }

    /** The name by which the server's log has it. */
    String listener() {
        return listener;
    }

    boolean can(CallKind kind) {
        return kinds.contains(kind);
    }

    boolean showsToken() {
        return names == Names.TOKEN;
    }

    boolean namesLease() {
        return names != Names.NOTHING;
    }
}
