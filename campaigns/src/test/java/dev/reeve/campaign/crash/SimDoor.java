package dev.reeve.campaign.crash;

import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.Connections;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.TcpDoor;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.ServerClock;
import dev.reeve.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A Workq door with node, journal, real threads and real clock, on any disk. */
final class SimDoor implements JournalListener, AutoCloseable {
    private final NettyLoop loop = new NettyLoop(true);
    private final Node node;
    private final Connections connections;
    private final TcpDoor door;
    private volatile @Nullable Node told;

    SimDoor(Disk disk, JournalSettings settings) throws IOException {
        EngineRecovery recovery = new EngineRecovery();
        LocalJournal journal = LocalJournal.open(disk, settings, recovery, this);
        ServerClock clock = new ServerClock(recovery.engine().atMicros());
        NodeSettings nodeSettings = new NodeSettings(1L << 30, 1L << 20, new SplittableRandom(1)::nextLong);
        node = new Node(loop, clock, journal, recovery.engine(), nodeSettings, this::halt);
        told = node;
        onLoop(node::start);
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.from(SettingValues.DEFAULTS));
        connections = new Connections(loop, node, NetLimits.DEFAULTS, quota, MemoryBudget.withDefaults(), null);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        door = TcpDoor.open(loop, connections, anyPort, new WorkqDoor(node, connections, WorkqSettings.DEFAULTS));
    }

    Node node() {
        return node;
    }

    int port() {
        return door.address().getPort();
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
        halt(what, cause);
    }

    private void halt(String why, Throwable cause) {
        throw new AssertionError(why, cause);
    }

    private void onLoop(Runnable task) {
        CompletableFuture.runAsync(task, loop::execute).join();
    }

    @Override
    public void close() {
        door.stopAccepting();
        var sessionsEnded = connections.stop(0);
        CompletableFuture<@Nullable Void> answered = new CompletableFuture<>();
        loop.execute(() -> node.stop(() -> answered.complete(null)));
        answered.join();
        sessionsEnded.join();
        onLoop(node::close);
        loop.close();
    }
}
