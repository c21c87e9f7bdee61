package dev.reeve.test;

import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JobState;
import dev.reeve.client.JobType;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Assertions about the jobs of a test's server: {@code assertThat(reeve).hasJob(SEND).inState(READY)}. */
public final class ReeveAssertions {
    private static final int MOST_SHOWN = 10;

    private final TestReeve reeve;

    private ReeveAssertions(TestReeve reeve) {
        this.reeve = reeve;
    }

    public static ReeveAssertions assertThat(TestReeve reeve) {
        return new ReeveAssertions(reeve);
    }

    /** There are jobs of this type. */
    public Jobs hasJob(JobType<?, ?> type) {
        return new Jobs("of type " + type.name(), reeve.jobs(new JobQuery().type(type.name()))).notEmpty();
    }

    /** There is no job of this type. */
    public ReeveAssertions hasNoJob(JobType<?, ?> type) {
        List<JobInfo> found = reeve.jobs(new JobQuery().type(type.name()));
        if (!found.isEmpty()) {
            throw new AssertionError("expected no job of type " + type.name() + ", but there are " + shown(found));
        }
        return this;
    }

    private static String shown(List<JobInfo> jobs) {
        String some = jobs.stream().limit(MOST_SHOWN).map(JobInfo::toString).collect(Collectors.joining(", "));
        return jobs.size() > MOST_SHOWN ? jobs.size() + ", such as " + some : some;
    }

    /** Some jobs of the server. Each method leaves those that match, and fails if there are none. */
    public record Jobs(String description, List<JobInfo> found) {
        public Jobs inState(JobState state) {
            return inState(state.word());
        }

        public Jobs inState(String state) {
            return matching("in state " + state, job -> job.state().equals(state));
        }

        public Jobs inQueue(String queue) {
            return matching("in queue " + queue, job -> job.queue().equals(queue));
        }

        public Jobs withPayload(String json) {
            return matching("with payload " + json, job -> job.payload().text().equals(json));
        }

        public Jobs withResult(String json) {
            return matching("with result " + json, job -> job.result().text().equals(json));
        }

        public Jobs withError(String type) {
            return matching(
                    "with an error of type " + type, job -> job.errorType().equals(type));
        }

        /** There are exactly so many. */
        public Jobs times(int count) {
            if (found.size() != count) {
                throw new AssertionError(
                        "expected " + count + " jobs " + description + ", but there are " + shown(found));
            }
            return this;
        }

        public Jobs matching(String text, Predicate<JobInfo> predicate) {
            List<JobInfo> matching = found.stream().filter(predicate).toList();
            if (matching.isEmpty()) {
                throw new AssertionError(
                        "expected a job " + description + " " + text + ", but there are " + shown(found));
            }
            return new Jobs(description + " " + text, matching);
        }

        private Jobs notEmpty() {
            if (found.isEmpty()) {
                throw new AssertionError("expected a job " + description + ", but there is none");
            }
            return this;
        }
    }
}
