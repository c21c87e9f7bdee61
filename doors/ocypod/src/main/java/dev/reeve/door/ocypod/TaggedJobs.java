package dev.reeve.door.ocypod;

import dev.reeve.engine.EngineView;
import dev.reeve.node.LongQuery;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Long query for the numbers of the jobs with a tag, ascending. A few are read in one step. If there are more, all jobs are
 * read in steps by number, so that each job that has the tag during the whole query is listed once.
 */
final class TaggedJobs implements LongQuery<long[]> {
    static final int JOBS_A_STEP = 4096;

    private final String tag;
    private final LongStream.Builder found = LongStream.builder();
    private long last;

    TaggedJobs(String tag) {
        this.tag = tag;
    }

    @Override
    public long @Nullable [] step(EngineView engine) {
        if (last == 0 && engine.taggedCount(tag) <= JOBS_A_STEP) {
            return engine.tagged(tag);
        }
        last = engine.scanTagged(tag, last, JOBS_A_STEP, found::add);
        return last == Long.MAX_VALUE ? found.build().toArray() : null;
    }
}
