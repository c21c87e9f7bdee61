package dev.reeve.bench.compare;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadException;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The qless door and qless itself, which is a Lua script inside a Redis server. Both get the same bytes. */
final class QlessContest implements Contest {
    private static final String QLESS = "qless";
    private static final String MARK = "QlessAPI";
    private static final PairTable TABLE = new PairTable(Contender.REEVE, "Reeve", QLESS, "qless on Redis");

    private final Path file;
    private final Door door;

    private QlessContest(Path file, String script) {
        this.file = file;
        this.door = Door.qless(script);
    }

    /** Reads the script; throws a {@link LoadException} if it is none of qless in the current calling convention. */
    static QlessContest of(Path file) throws IOException {
        String script;
        try {
            script = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new LoadException("there is no file " + file);
        }
        if (!script.contains(MARK)) {
            throw new LoadException("%s is not the script of qless: it does not contain %s".formatted(file, MARK));
        }
        return new QlessContest(file, script);
    }

    @Override
    public String name() {
        return "compare-qless";
    }

    @Override
    public List<Integer> connections() {
        return List.of(16);
    }

    @Override
    public List<Integer> depths() {
        return List.of(1, 32);
    }

    @Override
    public void start(Lineup lineup, SyncMode durability, List<String> pinned, Path folder) throws IOException {
        Path redis = Files.createDirectory(folder.resolve(QLESS));
        Contender qless = Contender.redis(QLESS, door, durability, pinned, redis);
        lineup.add(qless);
        requireAnswers(qless.port());
        lineup.add(Contender.reeve(door, durability, pinned, folder.resolve(Contender.REEVE)));
    }

    /** Puts, pops and completes one job: not every script runs on every Redis. */
    void requireAnswers(int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Load load = new Load(door, address, Comparison.QUEUE, 0, 1, 1);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            generator.run(Span.ofCycles(0, 1), new Meter(OptionalLong.empty()));
        } catch (LoadException e) {
            throw new LoadException("%s does not run in this redis-server: %s".formatted(file, e.getMessage()));
        }
    }

    @Override
    public String servers() throws IOException {
        return Conditions.redis();
    }

    @Override
    public String text(Results results, String conditions) {
        return TABLE.of(results, conditions);
    }
}
