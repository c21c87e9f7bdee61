package dev.reeve.bench;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.PayloadMoves;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures the engine alone, without journal and network: the heap per waiting job without its payload, and the processor
 * time of adding, leasing and completing a job while many others wait. The arguments are the number of waiting jobs
 * (1,000,000) and of processed jobs (2,000,000). With {@code packed} as the third one the payloads are taken to be on disk, and jobs are
 * packed as they are in a server: 1,024 at once, none of those that are leased next. Run it with {@code -XX:+UseG1GC -Xms3g -Xmx3g}.
 */
public final class EngineMemory {
    private static final int PAYLOAD_BYTES = 200;
    private static final int BATCH = 1000;
    private static final int AT_ONCE = 1024;
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final List<String> QUEUE = List.of("mail");

    private final Engine engine = new Engine();
    private final SplittableRandom random = new SplittableRandom(1);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final PayloadBlock.Writer places = new PayloadBlock.Writer();
    private final boolean packs;
    private long at = 1_700_000_000_000_000L;
    private int offset;
    private int unpacked;

    private EngineMemory(boolean packs) {
        this.packs = packs;
    }

    public static void main(String[] args) {
        int jobs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int through = args.length > 1 ? Integer.parseInt(args[1]) : 2_000_000;
        EngineMemory memory = new EngineMemory(args.length > 2 && args[2].equals("packed"));
        long before = usedBytes();
        memory.fill(jobs);
        long perJob = (usedBytes() - before) / jobs;
        System.out.printf(
                "%,d waiting jobs of %d bytes: %d bytes of heap per job, %d without the payload; estimated as %d%n",
                jobs, PAYLOAD_BYTES, perJob, perJob - PAYLOAD_BYTES, memory.engine.heapBytes() / jobs);
        for (int round = 0; round < 4; round++) {
            memory.pass(through / 4);
        }
    }

    private void fill(int jobs) {
        for (int i = 0; i < jobs; i++) {
            add();
        }
    }

    /** Adds jobs, and leases and completes the oldest, in batches that are long enough to be timed. */
    private void pass(int jobs) {
        long adding = 0;
        long leasing = 0;
        long completing = 0;
        List<JobId> leased = new ArrayList<>();
        for (int done = 0; done < jobs; done += BATCH) {
            long start = cpuNanos();
            fill(BATCH);
            long added = cpuNanos();
            for (int i = 0; i < BATCH; i++) {
                leased.add(apply(new Acquire(QUEUE, null, 1, 0)).get(0).id());
            }
            long taken = cpuNanos();
            for (JobId id : leased) {
                apply(new Complete(JobRef.of(id), Claim.NONE, new byte[2]));
            }
            leased.clear();
            adding += added - start;
            leasing += taken - added;
            completing += cpuNanos() - taken;
        }
        System.out.printf(
                "add %d ns, lease %d ns, complete %d ns of processor time; %,d entries/s per core, %,d jobs live%n",
                adding / jobs,
                leasing / jobs,
                completing / jobs,
                3_000_000_000L * jobs / (adding + leasing + completing),
                engine.jobCount());
    }

    private void add() {
        JobId id = JobId.ofUuid(random.nextLong(), random.nextLong());
        Terms terms = new Terms(60_000_000, 0, DAY_MICROS, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        apply(new Add(id, "mail", new byte[PAYLOAD_BYTES], 0, Add.NOW, terms));
        if (packs && ++unpacked == AT_ONCE) {
            unpacked = 0;
            pack();
        }
    }

    private void pack() {
        PayloadMoves moves = engine.payloadMoves();
        List<PayloadMoves.Cold> cold = moves.cold(Long.MAX_VALUE, 4 * AT_ONCE * PAYLOAD_BYTES);
        List<StoredPayload> stored = new ArrayList<>();
        for (PayloadMoves.Cold one : cold) {
            int length = one.payload().length;
            stored.add(places.put(1, offset += 16 + length, length, StoredPayload.sumOf(one.payload())));
        }
        places.end();
        for (int i = 0; i < stored.size(); i++) {
            moves.left(cold.get(i), stored.get(i));
        }
        moves.pack(cold, PayloadMoves.WORTH_PACKING);
        engine.payloads().takeReleased();
        engine.payloads().takeShown();
    }

    private long cpuNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    private <R> R apply(Command<R> command) {
        return engine.apply(new Entry<>(++at, 0, command), Effects.NONE).reply();
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
