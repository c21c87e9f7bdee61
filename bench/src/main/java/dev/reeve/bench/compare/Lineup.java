package dev.reeve.bench.compare;

import java.util.ArrayList;
import java.util.List;

/** The servers that have been started, in the order in which they are measured. */
final class Lineup implements AutoCloseable {
    private final List<Contender> contenders = new ArrayList<>();

    void add(Contender contender) {
        contenders.add(contender);
    }

    List<Contender> contenders() {
        return List.copyOf(contenders);
    }

    @Override
    public void close() throws Exception {
        for (Contender contender : contenders) {
            contender.close();
        }
    }
}
