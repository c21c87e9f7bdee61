package dev.reeve.engine.collection;

import dev.reeve.engine.job.Job;

/** What always holds inside {@link DeadlineHeap}: nothing comes before its parent, and each job knows its place. */
public final class DeadlineHeapInvariants {
    private DeadlineHeapInvariants() {}

    public static void check(DeadlineHeap deadlines) {
        for (int place = 0; place < deadlines.size(); place++) {
            Job job = deadlines.job(place);
            if (job.deadlineIndex() != place) {
                throw new AssertionError("job " + job.number() + " is at " + place + ", not " + job.deadlineIndex());
            }
            int parent = (place - 1) / DeadlineHeap.ARITY;
            if (place > 0 && before(deadlines, place, parent)) {
                throw new AssertionError("the deadline at " + place + " comes before its parent");
            }
        }
    }

    /** The moment that is set for the job, or {@link DeadlineHeap#NEVER}. */
    public static long timeOf(DeadlineHeap deadlines, Job job) {
        return job.deadlineIndex() < 0 ? DeadlineHeap.NEVER : deadlines.timeMicros(job.deadlineIndex());
    }

    private static boolean before(DeadlineHeap deadlines, int a, int b) {
        long timeOfA = deadlines.timeMicros(a);
        long timeOfB = deadlines.timeMicros(b);
        return timeOfA != timeOfB
                ? timeOfA < timeOfB
                : deadlines.job(a).number() < deadlines.job(b).number();
    }
}
