package dev.reeve.bench.compare;

import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.LoadResult;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Measures the contenders alternately: one after the other, for each number of clients, in each round. All servers stay up, so
 * that they stay warm; those not being measured are idle.
 */
final class Comparison {
    static final String QUEUE = "compare";
    private static final int PAYLOAD_BYTES = 200;

    private final SyncMode durability;
    private final List<Contender> contenders;
    private final Span span;
    private final Consumer<Run> results;

    Comparison(SyncMode durability, List<Contender> contenders, Span span, Consumer<Run> results) {
        this.durability = durability;
        this.contenders = contenders;
        this.span = span;
        this.results = results;
    }

    /** Warms up a server with a JIT compiler. */
    void warmUp(Contender contender, Clients clients, double seconds) throws IOException {
        run(contender, clients, Span.ofSeconds(0, seconds), "warm-up");
    }

    /** Measures each contender once, and again if the run was disturbed and retries are left. */
    void round(String name, List<Clients> loads, int retries) throws IOException {
        for (Clients clients : loads) {
            for (Contender contender : contenders) {
                Run run = run(contender, clients, span, name);
                for (int i = 0; i < retries && run.isDisturbed(); i++) {
                    run = run(contender, clients, span, name);
                }
                results.accept(run);
            }
        }
    }

    private Run run(Contender contender, Clients clients, Span length, String round) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), contender.port());
        Load load = new Load(contender.door(), address, QUEUE, PAYLOAD_BYTES, clients.connections(), clients.depth());
        Meter meter = new Meter(OptionalLong.of(contender.pid()));
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            LoadResult result = generator.run(length, meter);
            return Run.of(durability, round, contender.name(), result, meter.usage());
        }
    }
}
