package dev.reeve.door.qless;

import dev.reeve.door.qless.PubSub.PatternClients;
import dev.reeve.engine.EngineView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Long query for the patterns that match the name of a channel, among those that were subscribed to at its start. */
final class MatchingPatterns implements CallPlan.CountedQuery<List<PatternClients>> {
    private static final long STEP_NANOS = 500_000;

    /** As many characters of pattern and name take as long as it takes to look at a job. */
    private static final int CHARACTERS_A_JOB = 64;

    private final PubSub broker;
    private final String channel;
    private final List<PatternClients> matching = new ArrayList<>();
    private @Nullable List<PatternClients> all;
    private int next;
    private long lookedAt;

    MatchingPatterns(PubSub broker, String channel) {
        this.broker = broker;
        this.channel = channel;
    }

    @Override
    public long lookedAt() {
        return lookedAt;
    }

    @Override
    public @Nullable List<PatternClients> step(EngineView engine) {
        List<PatternClients> patterns = all == null ? broker.patterns() : all;
        all = patterns;
        long beganNanos = System.nanoTime();
        while (next < patterns.size()) {
            PatternClients pattern = patterns.get(next++);
            lookedAt += 1 + (pattern.pattern().length() + channel.length()) / CHARACTERS_A_JOB;
            if (pattern.glob().matches(channel)) {
                matching.add(pattern);
            }
            if (System.nanoTime() - beganNanos >= STEP_NANOS) {
                break;
            }
        }
        return next < patterns.size() ? null : matching;
    }
}
