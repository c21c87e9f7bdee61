package dev.reeve.bench.compare;

import dev.reeve.bench.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All runs of a comparison, grouped by durability and number of connections. */
record Results(List<Run> runs) {
    static Results read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (!lines.get(0).equals(Run.HEADER)) {
            throw new LoadException(file + " has other columns than this version writes: delete it");
        }
        return new Results(
                lines.subList(1, lines.size()).stream().map(Run::parse).toList());
    }

    Set<Integer> connections() {
        Set<Integer> connections = new TreeSet<>();
        runs.forEach(run -> connections.add(run.connections()));
        return connections;
    }

    List<SyncMode> durabilities() {
        return Stream.of(SyncMode.values())
                .filter(durability -> runs.stream().anyMatch(run -> run.durability() == durability))
                .toList();
    }

    Set<Integer> depths() {
        Set<Integer> depths = new TreeSet<>();
        runs.forEach(run -> depths.add(run.depth()));
        return depths;
    }

    /** The runs with so many commands in flight on each connection. */
    Results withDepth(int depth) {
        return new Results(runs.stream().filter(run -> run.depth() == depth).toList());
    }

    /** Whether the server took part. */
    boolean has(String server) {
        return runs.stream().anyMatch(run -> run.server().equals(server));
    }

    /** The rounds of one durability and number of connections. */
    Cell cell(SyncMode durability, int connections) {
        Map<String, List<Run>> rounds = new TreeMap<>();
        runs.stream()
                .filter(run -> run.durability() == durability && run.connections() == connections)
                .forEach(run -> rounds.computeIfAbsent(run.round(), name -> new ArrayList<>())
                        .add(run));
        return Cell.of(List.copyOf(rounds.values()));
    }
}
