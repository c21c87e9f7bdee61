package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.LoadException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures CPU time per request and throughput of this build relative to an older build, through one door. Both run in separate
 * processes and process jobs of three requests alternately. Run it with
 * {@code bench/run VersionCost OLD_JARS DOOR [CONNECTIONS[xDEPTH]] [DURABILITY] [OLD_SETTING]...}: the folder with the jars of the older build
 * ({@code target/launch/server-*} of a checkout that was started once), workq, goqueue, qless, ocypod, api or {@code api:100}, which
 * has a hundred jobs in each request, and settings for the older build only, such as {@code spin=off} if busy polling had another
 * name.
 */
public final class VersionCost {
    private static final int PAIRS = 10;
    private static final String BATCHES = "api:";

    private VersionCost() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            throw new LoadException(
                    "usage: bench/run VersionCost OLD_JARS DOOR [CONNECTIONS[xDEPTH]] [DURABILITY] [OLD_SETTING]...");
        }
        Path jars = Path.of(arguments[0]).toAbsolutePath();
        if (!Files.isDirectory(jars)) {
            throw new LoadException("there is no folder " + jars);
        }
        Door door = door(arguments[1]);
        String[] load = (arguments.length > 2 ? arguments[2] : "16").split("x", 2);
        int connections = Integer.parseInt(load[0]);
        int depth = load.length > 1 ? Integer.parseInt(load[1]) : 1;
        String durability = arguments.length > 3 ? arguments[3] : "os";

        List<String> common = List.of("durability=" + durability, door.listener() + ".port=0");
        List<String> old = new ArrayList<>(common);
        old.addAll(List.of(arguments).subList(Math.min(4, arguments.length), arguments.length));
        List<String> current = new ArrayList<>(common);
        current.add("busy-poll=off");
        try (ForkedReeve older = ForkedReeve.startBuild(
                        jars, Files.createTempDirectory("reeve-old"), old.toArray(String[]::new));
                ForkedReeve newer =
                        ForkedReeve.start(Files.createTempDirectory("reeve-new"), current.toArray(String[]::new))) {
            CostComparison comparison = new CostComparison(PAIRS, door, connections, depth);
            CostComparison.Ratios ratios = comparison.run("old", older, "new", newer);
            System.out.printf(
                    "%s, %d connections, %d in flight on each, durability %s, new / old, median of %d pairs: CPU time per request %s, throughput %s%n",
                    door.name(),
                    connections,
                    depth,
                    durability,
                    PAIRS,
                    CostComparison.Ratios.show(ratios.cpu()),
                    CostComparison.Ratios.show(ratios.throughput()));
        }
    }

    static Door door(String name) {
        if (name.startsWith(BATCHES)) {
            return Door.api(Integer.parseInt(name.substring(BATCHES.length())));
        }
        return Door.OURS.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new LoadException("there is no door " + name));
    }
}
