package dev.reeve.campaign.partition;

import dev.reeve.testkit.MachineNetwork;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A network namespace for every node, all on one bridge, with the machine itself as one more host for the clients. A
 * blackhole route cuts one direction; a token bucket makes a link slow, because not every kernel can delay packets. Names
 * and addresses are random, so that several networks can exist; all of it is gone after {@link #close}.
 */
final class NamespaceNetwork implements NodeNetwork {
    private static final int MACHINE = 254;
    private static final String SLOW_RATE = "400kbit";

    private final String name;
    private final String subnet;
    private final int nodes;
    private final Set<Link> cuts = new HashSet<>();
    private final Set<Integer> slow = new HashSet<>();
    private final MachineNetwork machine;

    private record Link(int from, int to) {}

    NamespaceNetwork(int nodes) throws IOException, InterruptedException {
        this.nodes = nodes;
        this.machine = MachineNetwork.toChange();
        int number = ThreadLocalRandom.current().nextInt(1, 0xffff);
        name = "rv" + Integer.toHexString(number);
        subnet = "10." + (200 + number % 50) + "." + (number >> 8) + ".";
        try {
            ip("link", "add", name, "type", "bridge");
            ip("link", "set", name, "up");
            ip("addr", "add", subnet + MACHINE + "/24", "dev", name);
            for (int node = 0; node < nodes; node++) {
                addNode(node);
            }
        } catch (IOException | InterruptedException | Violation e) {
            close();
            throw e;
        }
    }

    private void addNode(int node) throws IOException, InterruptedException {
        ip("netns", "add", namespace(node));
        ip("link", "add", port(node), "type", "veth", "peer", "name", "eth0", "netns", namespace(node));
        ip("link", "set", port(node), "master", name, "up");
        ip("-n", namespace(node), "addr", "add", host(node) + "/24", "dev", "eth0");
        ip("-n", namespace(node), "link", "set", "eth0", "up");
        ip("-n", namespace(node), "link", "set", "lo", "up");
    }

    /** Whether this user may create namespaces with interfaces. */
    static boolean isPossible() throws IOException, InterruptedException {
        String probe = "rvp" + Integer.toHexString(ThreadLocalRandom.current().nextInt(0xffff));
        try {
            if (tried(List.of("ip", "netns", "add", probe)) != null) {
                return false;
            }
        } catch (IOException noProgram) {
            return false;
        }
        boolean hasVeth =
                tried(List.of("ip", "-n", probe, "link", "add", "v0", "type", "veth", "peer", "name", "v1")) == null;
        ip("netns", "del", probe);
        return hasVeth;
    }

    private String namespace(int node) {
        return name + "n" + node;
    }

    private String port(int node) {
        return name + "p" + node;
    }

    @Override
    public String host(int node) {
        return subnet + (node + 1);
    }

    @Override
    public List<String> program(int node) {
        return List.of("ip", "netns", "exec", namespace(node));
    }

    @Override
    public boolean hasLinks() {
        return true;
    }

    @Override
    public void cut(int from, int to) throws IOException, InterruptedException {
        if (from != to && cuts.add(new Link(from, to))) {
            ip("-n", namespace(from), "route", "add", "blackhole", host(to) + "/32");
        }
    }

    @Override
    public void slow(int node) throws IOException, InterruptedException {
        if (slow.add(node)) {
            run(List.of(
                    "tc",
                    "-n",
                    namespace(node),
                    "qdisc",
                    "add",
                    "dev",
                    "eth0",
                    "root",
                    "tbf",
                    "rate",
                    SLOW_RATE,
                    "burst",
                    "8kb",
                    "latency",
                    "400ms"));
        }
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (Link cut : cuts) {
            ip("-n", namespace(cut.from), "route", "del", "blackhole", host(cut.to) + "/32");
        }
        cuts.clear();
        for (int node : slow) {
            run(List.of("tc", "-n", namespace(node), "qdisc", "del", "dev", "eth0", "root"));
        }
        slow.clear();
    }

    /** Interfaces go with their other ends, those inside with the namespace; both may be missing after a failed start. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (int node = 0; node < nodes; node++) {
            tried(List.of("ip", "link", "del", port(node)));
            tried(List.of("ip", "netns", "del", namespace(node)));
        }
        tried(List.of("ip", "link", "del", name));
        machine.close();
    }

    private static void ip(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        run(command);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        String error = tried(command);
        if (error != null) {
            throw new Violation(command + ": " + error);
        }
    }

    /** Runs a command. Returns what it said if it failed, else null. */
    private static @Nullable String tried(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? null : said;
    }
}
