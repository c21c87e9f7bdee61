package dev.reeve.server;

import dev.reeve.access.Gate;
import dev.reeve.door.api.ServerReport;
import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.qless.QlessDoor;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.engine.webhook.Webhooks;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.Protocol;
import dev.reeve.net.TcpDoor;
import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.http.HttpListener;
import dev.reeve.net.tls.Tls;
import dev.reeve.net.tls.TlsException;
import dev.reeve.net.tls.TlsSettings;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.server.log.LogOutput;
import dev.reeve.server.metrics.Metrics;
import dev.reeve.server.webhook.Delivery;
import dev.reeve.server.webhook.WebhookSender;
import dev.reeve.server.webhook.WebhookTargets;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.tally.Tallies;
import dev.reeve.tally.WebhookTally;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops the parts in order: HTTP first, so that probes get "starting", then the node, then the TCP doors. The
 * stop uses the reverse order. A stop during the start waits for the part that is being opened; later parts stay closed.
 */
public final class Server {
    private static final Logger log = LoggerFactory.getLogger(Server.class);

    private static final long POLL_NANOS = 20_000_000;

    private record Part(String name, AutoCloseable closer) {}

    /** Opens one part and returns its closer. */
    private interface Opener {
        AutoCloseable open();
    }

    /** @param address the bound address, which has another port than the requested one if that was 0 */
    private record Listener(InetSocketAddress address, AutoCloseable closer) {}

    /** Binds an address. */
    private interface Listen {
        Listener on(InetSocketAddress address) throws IOException;
    }

    private final Settings settings;
    private final Machine machine;
    private @Nullable NodeRuntime runtime;
    private @Nullable Tls tls;
    private final @Nullable Tallies tallies;
    private final ConnectionQuota quota;
    private final MemoryBudget memoryBudget;
    private final HttpListener http;
    private final Deque<Part> open = new ArrayDeque<>();
    private final List<String> doors = new ArrayList<>();
    private final List<ServerReport.Listener> listeners = new ArrayList<>();
    private final long startedAtNanos = System.nanoTime();
    private volatile boolean stopping;

    public Server(Settings settings) {
        this(settings, Machine.REAL);
    }

    /** Uses another disk implementation, for tests. */
    Server(Settings settings, Disk.Opener disks) {
        this(settings, new Machine(disks, Machine.REAL.clock()));
    }

    /** Uses another disk and clock, for tests of programs. */
    public Server(Settings settings, Machine machine) {
        this.settings = settings;
        this.machine = machine;
        boolean collectMetrics =
                settings.get(Settings.METRICS) && !settings.get(HttpLimits.PORT).isOff();
        this.tallies = collectMetrics ? Tallies.create() : null;
        this.memoryBudget = MemoryBudget.from(settings, settings.get(HttpLimits.MAX_BODY_SIZE));
        this.quota = new ConnectionQuota(FileDescriptorCheck.lower(ConnectionLimits.from(settings)));
        this.http = new HttpListener(
                HttpLimits.from(settings).withHost(bindName()),
                quota,
                memoryBudget,
                tallies == null ? null : tallies.traffic());
    }

    /** Returns when every door is open, or when {@link #stop} was called during the start. */
    public void start() {
        prepareDataFolder(settings.get(Settings.DATA));
        Settings.PORTS.forEach(this::checkFree);
        String missing = settings.missingProtection();
        if (!missing.isEmpty()) {
            log.warn(
                    "listening on a non-loopback address, and there is no {}: see docs/security.md for what others can do",
                    missing);
        }
        openTls();
        FileDescriptorCheck.check(ConnectionLimits.from(settings));
        Optional<Entrance> entrance = Entrance.open(settings);
        entrance.ifPresent(opened -> open("auth", () -> opened));
        openDoor("http", HttpLimits.PORT, address -> new Listener(http.open(address, tlsOf(HttpLimits.PORT)), http));
        RecoveryProgress recovery = new RecoveryProgress(
                System::nanoTime,
                log::info,
                new EngineRecovery(NodeSettings.maxRecoveredBytes(settings), NodeSettings.payloadBytes(settings)));
        http.notReadyIf(recovery::text);
        if (settings.get(ClusterSettings.NAME).isPresent()) {
            openInCluster();
        } else {
            requireNoMember(settings.get(Settings.DATA));
            open("node", () -> runtime = NodeRuntime.open(settings, machine, recovery, quota, memoryBudget, tallies));
        }
        NodeRuntime ready = stopping ? null : runtime;
        if (ready != null) {
            boundHandshakes(ready);
            entrance.ifPresent(opened -> {
                Gate gate = opened.gate(ready.node());
                ready.connections().gate(gate);
                http.gate(gate);
            });
            DeclaredQueues.declare(settings.queues(), ready.node());
            openWebhooks(ready);
            openTcpDoors(ready);
        }
        if (!stopping && ready != null) {
            if (!settings.get(HttpLimits.PORT).isOff()) {
                http.notReadyIf(ready::notReady);
                http.serve(ready.node(), HttpRoutes.of(settings, report(ready), openMetrics(ready, entrance)));
            }
            logReady(ready);
        }
    }

    /** Opens the node as soon as the others are there, and waits until it has all that they have acknowledged. */
    private void openInCluster() {
        http.notReadyIf(() -> "waiting for the other nodes of the cluster");
        NodeOpener opener = ClusterStart.open(settings, machine);
        open("cluster", () -> opener);
        waitUntil(opener::isReady);
        open("node", () -> runtime = opener.open(quota, memoryBudget, tallies));
        NodeRuntime opened = runtime;
        if (opened != null) {
            http.notReadyIf(opened::notReady);
            waitUntil(opened::isServing);
        }
    }

    /** Ends without the condition if the server stops. */
    private void waitUntil(BooleanSupplier condition) {
        while (!stopping && !condition.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** What a member of a cluster has is not in a journal of its own. */
    private static void requireNoMember(Path folder) {
        if (Files.exists(ClusterFolder.of(folder))) {
            throw new StartException("data: " + folder + " belongs to a node of a cluster: set cluster.name");
        }
    }

    /** The port of a door that is open. */
    public int port(String door) {
        return listeners.stream()
                .filter(listener -> listener.door().equals(door))
                .mapToInt(ServerReport.Listener::port)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(door + " is not open"));
    }

    private ServerReport report(NodeRuntime ready) {
        return new RunningServer(settings, ready, http, tls, List.copyOf(listeners), startedAtNanos);
    }

    private void logReady(NodeRuntime ready) {
        log.info(
                "Reeve is ready: version {}, data in {}, durability {}, {}; {}",
                Version.number(),
                settings.get(Settings.DATA).toAbsolutePath().normalize(),
                settings.get(JournalSettings.DURABILITY).name().toLowerCase(Locale.ROOT),
                ready.entries().recovered(),
                String.join(", ", doors));
    }

    /** Stops the open parts, last one first; false if a part could not be stopped cleanly. */
    public boolean stop(String reason) {
        log.info("stopping: {}", reason);
        boolean clean = stop();
        NodeRuntime stopped = runtime;
        log.info(
                "stopped: {}, after {}, {}{}",
                reason,
                uptime(),
                stopped != null && stopped.isInSnapshot() ? "everything is in a snapshot" : "no snapshot was written",
                clean ? "" : ", not cleanly");
        LogOutput.flush();
        return clean;
    }

    /** The uptime as text, such as 2h3m4s. */
    private String uptime() {
        Duration up = Duration.ofNanos(System.nanoTime() - startedAtNanos).truncatedTo(ChronoUnit.SECONDS);
        return up.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    /** As {@link #stop(String)}, without log lines. */
    public boolean stop() {
        stopping = true;
        http.unhealthy("stopping");
        synchronized (open) {
            boolean clean = true;
            while (!open.isEmpty()) {
                clean &= close(open.pop());
            }
            LogOutput.flush();
            return clean;
        }
    }

    private void open(String name, Opener opener) {
        synchronized (open) {
            if (!stopping) {
                open.push(new Part(name, opener.open()));
            }
        }
    }

    private static boolean close(Part part) {
        try {
            part.closer().close();
            return true;
        } catch (Exception e) {
            log.error("{} did not stop cleanly", part.name(), e);
            return false;
        }
    }

    /** Reads the TLS files first: a mistake in them ends the start before the recovery. */
    private void openTls() {
        TlsSettings files = TlsSettings.from(settings);
        if (files != null) {
            open("tls", () -> {
                try {
                    Tls opened = new Tls(files, Clock.systemUTC());
                    opened.watch();
                    log.info("TLS is on; {}", opened);
                    tls = opened;
                    return opened;
                } catch (TlsException e) {
                    throw new StartException(String.valueOf(e.getMessage()));
                }
            });
        }
    }

    private @Nullable Tls tlsOf(Setting<Port> port) {
        return settings.usesTls(port) ? tls : null;
    }

    /** Unfinished handshakes are connections too, and never the reason why others are refused. */
    private void boundHandshakes(NodeRuntime on) {
        if (tls != null) {
            int most = settings.get(ConnectionLimits.CONNECTIONS);
            tls.handshakes().within(() -> most - on.connections().count() - http.connections());
        }
    }

    private @Nullable Metrics openMetrics(NodeRuntime on, Optional<Entrance> entrance) {
        if (tallies == null) {
            return null;
        }
        Metrics metrics = on.metrics(tallies, Version.number(), tls);
        entrance.ifPresent(opened -> metrics.logins(opened.logins()::refused));
        open("metrics", () -> metrics);
        return metrics;
    }

    private void openWebhooks(NodeRuntime on) {
        Node node = on.node();
        open(
                "webhooks",
                () -> new WebhookSender(
                        node,
                        () -> node.current().queue(Webhooks.QUEUE) != null,
                        Delivery.to(new WebhookTargets(settings.get(WebhookTargets.ALLOW))),
                        tallies == null ? new WebhookTally() : tallies.webhooks()));
    }

    private void openTcpDoors(NodeRuntime on) {
        WorkqDoor workq = new WorkqDoor(on.node(), on.connections(), WorkqSettings.from(settings));
        openTcpDoor("workq", WorkqSettings.PORT, on, workq);
        if (!settings.get(WorkqSettings.TTR_PORT).isOff()) {
            openTcpDoor("workq-ttr", WorkqSettings.TTR_PORT, on, workq.withTtr());
        }
        openTcpDoor("goqueue", GoqueueSettings.PORT, on, new GoqueueDoor(on.node(), GoqueueSettings.from(settings)));
        QlessDoor qless = new QlessDoor(on.node(), on.connections(), QlessSettings.from(settings));
        openTcpDoor("qless", QlessSettings.PORT, on, qless);
    }

    /** Closing a TCP door stops accepting connections; open connections stay open. */
    private void openTcpDoor(String name, Setting<Port> port, NodeRuntime on, Protocol.Factory protocol) {
        openDoor(name, port, address -> {
            TcpDoor door = TcpDoor.open(on.loop(), on.connections(), address, protocol, tlsOf(port));
            return new Listener(door.address(), door::stopAccepting);
        });
    }

    private void openDoor(String name, Setting<Port> setting, Listen listen) {
        Port port = settings.get(setting);
        if (stopping) {
            return;
        }
        if (port.isOff()) {
            log.info("{} is off", name);
            doors.add(name + " off");
            return;
        }
        InetSocketAddress address = address(port);
        open(name, () -> {
            try {
                Listener opened = listen.on(address);
                String place = show(opened.address());
                String with = settings.usesTls(setting) ? " with TLS" : "";
                log.info("{} listens on {}{}", name, place, with);
                doors.add(name + " on " + place + with);
                listeners.add(new ServerReport.Listener(
                        name,
                        opened.address().getAddress().getHostAddress(),
                        opened.address().getPort(),
                        settings.usesTls(setting)));
                return opened.closer();
            } catch (IOException e) {
                throw cannotListen(setting, address, e);
            }
        });
    }

    /** Detects a port in use before the recovery, which may take a long time. */
    private void checkFree(Setting<Port> setting) {
        Port port = settings.get(setting);
        if (!port.isOff()) {
            InetSocketAddress address = address(port);
            boolean isIpv4 = address.getAddress() instanceof Inet4Address;
            try (ServerSocketChannel probe =
                    isIpv4 ? ServerSocketChannel.open(StandardProtocolFamily.INET) : ServerSocketChannel.open()) {
                probe.bind(address);
            } catch (IOException e) {
                throw cannotListen(setting, address, e);
            }
        }
    }

    /** The name in the setting, or the address if the setting is an address; without a query to a name server. */
    private String bindName() {
        return new InetSocketAddress(settings.get(Settings.BIND), 0).getHostString();
    }

    private InetSocketAddress address(Port port) {
        return new InetSocketAddress(settings.get(Settings.BIND), port.number());
    }

    private static StartException cannotListen(Setting<Port> setting, InetSocketAddress address, IOException e) {
        String message = String.valueOf(e.getMessage());
        String reason = message.substring(message.lastIndexOf(':') + 1).strip();
        return new StartException("%s: cannot listen on %s: %s%s"
                .formatted(setting.key(), show(address), reason, remedy(setting, reason)));
    }

    private static String remedy(Setting<Port> setting, String reason) {
        return switch (reason) {
            case "Address already in use" ->
                "; the port is in use by another program: stop it, or choose another port with --set " + setting.key()
                        + "=PORT";
            case "Cannot assign requested address" -> "; bind must be an address of this machine";
            case "Permission denied" ->
                "; ports below 1024 need extra privileges: choose another port with --set " + setting.key() + "=PORT";
            default -> "";
        };
    }

    private static void prepareDataFolder(Path folder) {
        try {
            RealDisk.makeFolder(folder);
        } catch (FileAlreadyExistsException e) {
            throw new StartException("data: " + folder + " is not a folder");
        } catch (IOException e) {
            throw new StartException("data: cannot create the folder " + folder + ": " + IoErrorText.reason(e));
        }
        if (!Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder)) {
            throw new StartException("data: no permission to read and write the folder " + folder);
        }
    }

    private static String show(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
