package dev.reeve.campaign.partition;

import dev.reeve.testkit.Folders;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Real servers, one for each node of a network. One alone is a server without a cluster. The ports are the same on all
 * nodes, and stay the same over restarts.
 */
final class ClusterUnderTest implements AutoCloseable {
    private static final Map<String, Integer> PORTS =
            Map.of("workq", 19_922, "qless", 16_380, "goqueue", 11_223, "http", 18_023);
    private static final String LEADS = "this node leads the cluster in term ";
    private static final int CLUSTER_PORT = 19_023;
    private static final int DISK_MEGABYTES = 96;
    private static final int LAST_LINES = 12;
    private static final long STOP_SECONDS = 30;
    private static final long CHANGE_SECONDS = 60;
    private static final long CHANGE_PAUSE_MILLIS = 200;

    private final NodeNetwork network;
    private final List<Path> data = new ArrayList<>();
    private final List<@Nullable SmallDisk> disks = new ArrayList<>();
    private final List<@Nullable FaultyMachine> machines = new ArrayList<>();
    private final List<@Nullable ServerProcess> processes = new ArrayList<>();
    private final List<List<ServerProcess>> allProcesses = new ArrayList<>();
    private final Set<Integer> paused = new TreeSet<>();
    private final Map<Integer, String> newcomers = new TreeMap<>();
    private int lastNewcomer;

    /** With disks that can be full where the network has links: both are for root. */
    ClusterUnderTest(int nodes, NodeNetwork network, Path folder) throws IOException, InterruptedException {
        this(nodes, network, folder, DISK_MEGABYTES);
    }

    ClusterUnderTest(int nodes, NodeNetwork network, Path folder, int diskMegabytes)
            throws IOException, InterruptedException {
        this.network = network;
        for (int node = 0; node < nodes; node++) {
            Path home = folder.resolve("node" + node);
            SmallDisk disk = network.hasLinks() ? new SmallDisk(home, diskMegabytes) : null;
            disks.add(disk);
            data.add(disk == null ? home : disk.data());
            machines.add(FaultyMachine.isPossible() ? new FaultyMachine(folder.resolve("machine" + node)) : null);
            processes.add(null);
            allProcesses.add(new ArrayList<>());
        }
    }

    int size() {
        return processes.size();
    }

    NodeNetwork network() {
        return network;
    }

    /** Starts all nodes that are not running, and waits until all are ready. */
    void startAll() throws IOException, InterruptedException {
        for (int node = 0; node < size(); node++) {
            if (!isRunning(node)) {
                start(node);
            }
        }
        for (ServerProcess process : processes) {
            if (process != null) {
                process.awaitLine("Reeve is ready");
            }
        }
    }

    /** Starts a node, without waiting until it is ready. */
    synchronized void start(int node) throws IOException {
        List<String> settings = new ArrayList<>(List.of(
                "bind=" + network.host(node),
                "insecure=true",
                "journal.segment-size=1MiB",
                "jobber.visibility-timeout=24h",
                "limits.connections-per-address=100%"));
        PORTS.forEach((door, port) -> settings.add(door + ".port=" + port));
        if (size() > 1) {
            settings.add("cluster.name=" + name(node));
            settings.add("cluster.listen=" + network.host(node) + ":" + CLUSTER_PORT);
            if (!newcomers.containsKey(node)) {
                settings.add("cluster.peers=" + peers());
            }
        }
        List<String> program = new ArrayList<>();
        FaultyMachine machine = machines.get(node);
        if (machine != null) {
            program.addAll(machine.program());
        }
        program.addAll(network.program(node));
        ServerProcess process = ServerProcess.startBy(program, data.get(node), settings.toArray(String[]::new));
        processes.set(node, process);
        allProcesses.get(node).add(process);
    }

    /** The disk and the clock of a node. */
    FaultyMachine machine(int node) {
        return Objects.requireNonNull(machines.get(node), "a machine without faults");
    }

    private String name(int node) {
        return newcomers.getOrDefault(node, founder(node));
    }

    private static String founder(int node) {
        return "n" + (node + 1);
    }

    /** Makes a node the leader. */
    void transferTo(int node) throws InterruptedException {
        change(node, "/v1/nodes/" + name(node) + "/transfer", "{}", "\"done\":true");
    }

    /** Has a node leave, which is gone then, and one with an empty disk join in its place. */
    void replace(int node) throws IOException, InterruptedException {
        change(node, "/v1/nodes/" + name(node) + "/leave", "{}", "There is no node");
        kill(node);
        Folders.delete(data.get(node));
        newcomers.put(node, founder(node) + "-" + ++lastNewcomer);
        start(node);
        String address = network.host(node) + ":" + CLUSTER_PORT;
        change(
                node,
                "/v1/nodes/" + name(node) + "/join",
                "{\"address\":\"" + address + "\"}",
                "a member has this name");
    }

    /**
     * Has the other nodes carry out a change, and tries again until one says that it is done.
     *
     * @param already what they say if it was done before, by a try that they did not answer
     */
    private void change(int node, String path, String body, String already) throws InterruptedException {
        String last = "";
        boolean wasTried = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CHANGE_SECONDS);
        for (int turn = 1; System.nanoTime() < deadline; turn++) {
            InetSocketAddress other = address((node + turn) % size(), "http");
            if (other != null && (node + turn) % size() != node) {
                try (RawHttp http = new RawHttp(other)) {
                    RawHttp.Answer answer = http.call(HttpDoorRequest.of("POST", path, body));
                    last = answer.status() + " " + answer.body();
                    if (last.contains("\"done\":true") || (wasTried && last.contains(already))) {
                        return;
                    }
                } catch (UncheckedIOException e) {
                    last = e.toString();
                }
                wasTried = true;
            }
            TimeUnit.MILLISECONDS.sleep(CHANGE_PAUSE_MILLIS);
        }
        throw new Violation(path + ": " + last);
    }

    private String peers() {
        return IntStream.range(0, size())
                .mapToObj(node -> "\"" + founder(node) + "=" + network.host(node) + ":" + CLUSTER_PORT + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    synchronized boolean isRunning(int node) {
        ServerProcess process = processes.get(node);
        return process != null && process.isAlive();
    }

    /** The address of a door; null while the node is not running. Hosts are addresses, not names. */
    @SuppressWarnings("AddressSelection")
    synchronized @Nullable InetSocketAddress address(int node, String listener) {
        Integer port = PORTS.get(listener);
        return isRunning(node) && port != null ? new InetSocketAddress(network.host(node), port) : null;
    }

    void kill(int node) throws InterruptedException {
        ServerProcess process;
        synchronized (this) {
            process = processes.get(node);
            processes.set(node, null);
            paused.remove(node);
        }
        if (process != null) {
            process.kill();
        }
    }

    void pause(int node) throws IOException, InterruptedException {
        ServerProcess process = processes.get(node);
        if (process != null && paused.add(node)) {
            process.signal("STOP");
        }
    }

    void fillDisk(int node) throws IOException {
        SmallDisk disk = disks.get(node);
        if (disk != null) {
            disk.fill();
        }
    }

    /** Ends all faults, and starts the nodes that are not running. */
    void heal() throws IOException, InterruptedException {
        network.heal();
        for (SmallDisk disk : disks) {
            if (disk != null) {
                disk.free();
            }
        }
        for (FaultyMachine machine : machines) {
            if (machine != null) {
                machine.heal();
            }
        }
        for (int node : List.copyOf(paused)) {
            ServerProcess process = processes.get(node);
            if (process != null) {
                process.signal("CONT");
            }
        }
        paused.clear();
        startAll();
    }

    /** The running node that was the last to say that it leads; -1 if none has. Terms grow, and each has one leader. */
    synchronized int leader() {
        int leader = -1;
        long last = 0;
        for (int node = 0; node < size(); node++) {
            long term = isRunning(node) ? lastTerm(lines(node)) : 0;
            leader = term > last ? node : leader;
            last = Math.max(last, term);
        }
        return leader;
    }

    private static long lastTerm(List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains(LEADS))
                .map(line -> line.substring(line.indexOf(LEADS) + LEADS.length()))
                .mapToLong(text -> Long.parseLong(text.replaceAll("\\D.*", "")))
                .max()
                .orElse(0);
    }

    /** The process of a running node. */
    synchronized long pid(int node) {
        return Objects.requireNonNull(processes.get(node), "a running node").pid();
    }

    /** What the node has written into its log. */
    List<String> lines(int node) {
        ServerProcess process = processes.get(node);
        return process == null ? List.of() : process.lines();
    }

    /** The ends of the logs of all nodes. */
    List<List<String>> lastLines() {
        return IntStream.range(0, size())
                .mapToObj(this::lines)
                .map(lines -> lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()))
                .toList();
    }

    /** Writes all that the nodes have said, those that were killed included, into one file each. */
    synchronized void keepLogs(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int node = 0; node < size(); node++) {
            List<String> lines = new ArrayList<>();
            for (ServerProcess process : allProcesses.get(node)) {
                lines.addAll(process.lines());
                lines.add("");
            }
            Files.write(folder.resolve("node" + node + ".log"), lines);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (ServerProcess process : processes) {
            if (process != null) {
                process.close();
                if (!process.awaitExit(TimeUnit.SECONDS.toMicros(STOP_SECONDS))) {
                    throw new Violation("a node cannot be killed");
                }
            }
        }
        for (SmallDisk disk : disks) {
            if (disk != null) {
                disk.close();
            }
        }
        for (FaultyMachine machine : machines) {
            if (machine != null) {
                machine.close();
            }
        }
        network.close();
    }
}
