package dev.reeve.campaign.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.door.qless.QlessDoor;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.engine.Engine;
import dev.reeve.engine.LeaseDoubt;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.TurnByTurn;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.Connections;
import dev.reeve.net.InProcessConnection;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.Protocol;
import dev.reeve.net.http.InProcessHttp;
import dev.reeve.net.http.Routes;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.SteppedClock;
import dev.reeve.server.HttpRoutes;
import dev.reeve.settings.SettingValues;
import dev.reeve.testkit.HttpDoorRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A complete server from the bytes of its doors to a disk, in one thread, until the next restart. {@link #settle} runs all
 * its loops and threads; nothing happens in between.
 */
final class DoorServer implements JournalListener {
    private static final long MEMORY_BYTES = 1L << 30;
    private static final long UNSYNCED_BYTES = 1L << 20;
    /** Above so many bytes of live data payloads are on disk only. */
    private static final long PAYLOAD_BYTES = Long.getLong("reeve.payloads", Long.MAX_VALUE);

    private static final Routes ROUTES = HttpRoutes.of(OcypodSettings.DEFAULTS, JobberSettings.DEFAULTS);
    private static final JournalSettings JOURNAL =
            JournalSettings.defaults().withSegmentBytes(JournalSettings.SMALLEST_SEGMENT_BYTES);

    private final ManualLoop loop;
    private final TurnByTurn turns;
    private final Engine engine;
    private final Set<Long> leasesInDoubt;
    private final NotedClock clock;
    private final Node node;
    private final Connections connections;
    private final Map<Character, Protocol.Factory> doors = new HashMap<>();
    private final InProcessHttp http;
    private final Map<String, InProcessConnection> clients = new HashMap<>();
    private final Map<String, InProcessHttp.Answer> requests = new HashMap<>();
    private final List<String> failures = new ArrayList<>();
    private @Nullable Node told;

    /** Recovers the state from the disk. */
    DoorServer(Disk disk, SteppedClock machine, SplittableRandom random) throws IOException {
        loop = new ManualLoop(machine.uptime());
        EngineRecovery recovery = new EngineRecovery(Long.MAX_VALUE, PAYLOAD_BYTES);
        turns = new TurnByTurn(
                disk, JOURNAL, recovery, this, () -> machine.uptime().nowMicros() * 1000);
        engine = recovery.engine();
        leasesInDoubt = LeaseDoubt.afterRestart(engine);
        clock = new NotedClock(machine.server(engine.atMicros()));
        NodeSettings settings = new NodeSettings(MEMORY_BYTES, UNSYNCED_BYTES, random::nextLong, PAYLOAD_BYTES);
        node = new Node(
                loop, clock, turns.journal(), engine, settings, (why, cause) -> failures.add(why + ": " + cause));
        told = node;
        node.start();
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.from(SettingValues.DEFAULTS));
        connections = new Connections(loop, node, NetLimits.DEFAULTS, quota, MemoryBudget.withDefaults(), null);
        doors.put('w', new WorkqDoor(node, connections, WorkqSettings.DEFAULTS));
        doors.put('g', new GoqueueDoor(node, GoqueueSettings.DEFAULTS));
        doors.put('q', new QlessDoor(node, connections, QlessSettings.DEFAULTS));
        http = new InProcessHttp(node, loop, ROUTES);
        settle();
    }

    Engine engine() {
        return engine;
    }

    /** The jobs that were leased so short a time before the start that their workers may not know of it. */
    Set<Long> leasesInDoubt() {
        return leasesInDoubt;
    }

    long nowMicros() {
        return clock.peekMicros();
    }

    /** Whether the server has not read its clock since it showed this time. */
    boolean hasNotReached(long micros) {
        return clock.lastMicros() < micros;
    }

    /** The journal position of the last appended entry. */
    long appended() {
        return turns.journal().lastAppended();
    }

    void send(String client, ModelRequest request) {
        HttpDoorRequest call = request.call();
        if (call == null) {
            clients.computeIfAbsent(client, name -> new InProcessConnection(connections, door(name)))
                    .send(request.bytes().getBytes(ISO_8859_1));
        } else {
            requests.put(
                    client,
                    http.ask(
                            call.method(),
                            call.path(),
                            call.lease().isEmpty() ? Map.of() : Map.of("lease", call.lease()),
                            call.json().isEmpty() ? null : call.json().getBytes(ISO_8859_1)));
        }
    }

    private Protocol.Factory door(String client) {
        return Objects.requireNonNull(doors.get(client.charAt(0)), client);
    }

    /** The bytes received since the last call; one character per byte. */
    Map<String, String> take() {
        Map<String, String> texts = new HashMap<>();
        clients.forEach((client, connection) -> {
            String text = new String(connection.take(), ISO_8859_1);
            if (!text.isEmpty()) {
                texts.put(client, text);
            }
        });
        requests.forEach((client, answer) -> {
            if (answer.isThere()) {
                String lease = answer.header("lease");
                texts.put(
                        client,
                        answer.status() + " " + (lease == null ? "" : "lease=" + lease + " ")
                                + new String(answer.body(), ISO_8859_1) + "\n");
            }
        });
        requests.keySet().removeAll(texts.keySet());
        return texts;
    }

    void hangUp(String client) {
        InProcessConnection connection = clients.remove(client);
        if (connection != null) {
            connection.hangUp();
        }
        InProcessHttp.Answer request = requests.remove(client);
        if (request != null) {
            request.hangUp();
        }
        settle();
    }

    /** Stops cleanly. */
    void stop() {
        node.stop(() -> {});
        settle();
        requests.values().forEach(InProcessHttp.Answer::hangUp);
        node.close();
    }

    /** Runs all loops and threads until nothing is left to do. */
    void settle() {
        boolean more = true;
        while (more) {
            more = false;
            while (loop.step()) {
                more = true;
            }
            clients.values().forEach(InProcessConnection::turn);
            while (turns.writerTurn()) {
                more = true;
            }
            while (turns.housekeepingTurn()) {
                more = true;
            }
            more |= loop.step();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("the server gave up: " + failures);
        }
    }

    @Override
    public void advanced() {
        Node heard = told;
        if (heard != null) {
            heard.journalAdvanced();
        }
    }

    @Override
    public void failed(String what, Throwable cause) {
        failures.add(what + ": " + cause.getMessage());
    }
}
