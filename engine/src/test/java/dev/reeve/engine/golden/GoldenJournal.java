package dev.reeve.engine.golden;

import dev.reeve.engine.Describe;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.RandomEntries;
import dev.reeve.engine.RecordedEffects;
import dev.reeve.engine.Replay;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.queue.QueueView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a release did, kept for the releases after it: the entries of a seeded run, a snapshot of their end, and what
 * they came to. Later releases must read both and come to the same.
 *
 * <p>A journal is entries, each after its length in four bytes. What they came to is told by two hashes over text: of
 * all outcomes and effects, and of the state at the end. Neither depends on the format of snapshots.
 *
 * <p>When a release is made, write its files once, add its name to {@code releases.txt}, and never change them again:
 *
 * <pre>
 * mvn -q -o -pl engine test-compile
 * java -cp engine/target/classes:engine/target/test-classes:$(find ~/.m2 -name 'jspecify-*.jar') \
 *     dev.reeve.engine.golden.GoldenJournal 0.1.0 engine/src/test/resources/golden
 * </pre>
 */
public final class GoldenJournal {
    private static final int STEPS = 3000;

    private final List<byte[]> entries;

    GoldenJournal(List<byte[]> entries) {
        this.entries = entries;
    }

    public static void main(String[] args) throws IOException {
        String release = args[0];
        Path folder = Path.of(args[1]);
        GoldenJournal journal = recorded(release.hashCode());
        Files.write(folder.resolve(release + ".journal"), journal.bytes());
        Files.write(folder.resolve(release + ".snapshot"), StateHash.snapshot(journal.replay(new StringBuilder())));
        Files.writeString(folder.resolve(release + ".expected"), journal.summary());
    }

    static GoldenJournal recorded(long seed) {
        Engine engine = new Engine();
        RandomEntries random = RandomEntries.ofAllCommands(seed, 60, 4);
        List<byte[]> entries = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            Entry<?> entry = random.next(engine);
            entries.add(Replay.encode(entry));
            engine.apply(entry, new RecordedEffects());
        }
        return new GoldenJournal(entries);
    }

    static GoldenJournal of(byte[] bytes) {
        List<byte[]> entries = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            byte[] entry = new byte[in.getInt()];
            in.get(entry);
            entries.add(entry);
        }
        return new GoldenJournal(entries);
    }

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            out.writeBytes(ByteBuffer.allocate(4).putInt(entry.length).array());
            out.writeBytes(entry);
        }
        return out.toByteArray();
    }

    /** How many entries there are, and the hashes of what they come to. */
    String summary() {
        StringBuilder outcomes = new StringBuilder();
        Engine engine = replay(outcomes);
        return "entries " + entries.size() + "\noutcomes " + hash(outcomes.toString()) + "\nstate "
                + hash(state(engine)) + "\n";
    }

    private Engine replay(StringBuilder outcomes) {
        Engine engine = new Engine();
        RecordedEffects effects = new RecordedEffects();
        for (byte[] entry : entries) {
            String outcome = Describe.outcome(engine.apply(Replay.decode(entry), effects));
            outcomes.append(outcome).append(' ').append(effects.take()).append('\n');
        }
        return engine;
    }

    /** The state in words: counters, queues, and every job. */
    static String state(Engine engine) {
        StringBuilder text = new StringBuilder();
        text.append("version ").append(engine.version()).append(" at ").append(engine.atMicros());
        text.append(" evicted ").append(engine.evictedJobs());
        text.append(" next ").append(engine.nextDeadlineMicros()).append('\n');
        for (QueueView queue : engine.queues(0, Integer.MAX_VALUE)) {
            text.append(queue.name())
                    .append(' ')
                    .append(queue.ready())
                    .append(' ')
                    .append(queue.scheduled());
            text.append(' ').append(queue.leased()).append('\n');
            for (JobView job : engine.ready(queue.name(), 0, Integer.MAX_VALUE)) {
                text.append(' ').append(job.number());
            }
            for (JobView job : engine.scheduled(queue.name(), 0, Integer.MAX_VALUE)) {
                text.append(' ').append(job.number());
            }
            text.append('\n');
        }
        int found = 0;
        for (long number = 1; found < engine.jobCount(); number++) {
            JobView job = engine.job(JobRef.of(number));
            if (job != null) {
                found++;
                text.append(Describe.job(job)).append('\n');
            }
        }
        return text.toString();
    }

    static String hash(String text) {
        return StateHash.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
