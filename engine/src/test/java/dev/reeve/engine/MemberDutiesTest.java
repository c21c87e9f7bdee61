package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Terms;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** In a cluster the start of one member leaves the callers of the others alone. */
class MemberDutiesTest {
    private static final long LEASE = 10_000_000;
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private Engine engine = new Engine();
    private long at;

    private <R> R apply(int member, Command<R> command) {
        return engine.apply(new Entry<>(at, 0, command), member, Effects.NONE, false)
                .reply();
    }

    private void add(int member, String id, Terms terms) {
        apply(member, new Add(JobId.of(id), "q", new byte[0], 0, Add.NOW, terms));
    }

    private void lease(int member) {
        assertThat(apply(member, new Acquire(List.of("q"), null, 1, 0))).hasSize(1);
    }

    private JobView job(String id) {
        return Objects.requireNonNull(engine.job(JobRef.of(JobId.of(id))));
    }

    private void reload() {
        StateWriter writer = engine.startSnapshot();
        assertThat(writer.step(1 << 20)).isTrue();
        byte[] bytes = writer.take();
        StateReader reader = new StateReader();
        reader.chunk(new ByteSource(bytes, 0, bytes.length));
        engine = reader.engine();
    }

    /** Two jobs, each leased by a member. */
    private void leaseTwo() {
        add(FIRST, "a", new TermsBuilder().lease(LEASE).maxAttempts(1).build());
        add(FIRST, "b", new TermsBuilder().lease(LEASE).maxAttempts(1).build());
        lease(FIRST);
        lease(SECOND);
    }

    @Test
    void a_start_puts_the_leases_of_its_own_member_in_doubt() {
        leaseTwo();
        reload();
        apply(FIRST, new DoubtLeases());
        reload();
        at = LEASE;
        apply(SECOND, new Tick());
        assertThat(job("a").state().ended())
                .as("not delivered for certain, so it did not count")
                .isFalse();
        assertThat(job("b").state().ended()).as("its only attempt has lapsed").isTrue();
    }

    @Test
    void a_member_confirms_its_own_leases() {
        leaseTwo();
        apply(SECOND, new ConfirmLeases(2));
        apply(FIRST, new DoubtLeases());
        apply(SECOND, new DoubtLeases());
        at = LEASE;
        apply(SECOND, new Tick());
        assertThat(job("a").state().ended()).isFalse();
        assertThat(job("b").state().ended()).isTrue();
    }

    @Test
    void a_start_abandons_the_foreground_jobs_of_its_own_member() {
        Terms foreground = new TermsBuilder().waitFor(LEASE).build();
        add(FIRST, "a", foreground);
        add(SECOND, "b", foreground);
        reload();
        apply(FIRST, new AbandonAll());
        assertThat(engine.job(JobRef.of(JobId.of("a")))).isNull();
        assertThat(job("b").state().ended()).isFalse();
    }

    @Test
    void without_a_cluster_a_start_abandons_all() {
        Terms foreground = new TermsBuilder().waitFor(LEASE).build();
        add(MemberDuties.ALONE, "a", foreground);
        add(SECOND, "b", foreground);
        apply(MemberDuties.ALONE, new AbandonAll());
        assertThat(engine.jobCount()).isZero();
    }

    @Test
    void the_leases_of_a_member_that_stays_away_are_bounded() {
        MemberDuties duties = new MemberDuties();
        for (long token = 1; token <= MemberDuties.MOST_TOKENS + 1; token++) {
            duties.leased(FIRST, token);
        }
        duties.restarted(FIRST);
        assertThat(duties.isInDoubt(1)).isFalse();
        assertThat(duties.isInDoubt(2)).isTrue();
    }

    @Test
    void a_token_never_given_is_refused() {
        MemberDuties duties = new MemberDuties();
        duties.leased(FIRST, 7);
        ByteSink bytes = new ByteSink(100);
        duties.write(bytes);
        ByteSource source = new ByteSource(bytes.toByteArray(), 0, bytes.size());
        assertThatThrownBy(() -> new MemberDuties().read(source, 6, 0)).isInstanceOf(FormatException.class);
    }
}
