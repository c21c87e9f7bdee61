package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntryLineTest {
    private static final long SECOND = 1_000_000;
    private static final CallerClock CALLER = new CallerClock(1_800_000_000 * SECOND, QlessDialect.CURRENT);
    private static final Acquire POP = QlessCommands.pop(CALLER, "mail", "worker-1", 5);

    @ParameterizedTest
    @EnumSource(CommandType.class)
    void every_command_is_shown_with_all_its_arguments_but_no_payload(CommandType type) throws Exception {
        MarkedCommands marked = new MarkedCommands();
        Command<?> command = marked.command(type);
        assertThat(command.type()).isEqualTo(type);
        assertThat(line(command))
                .isEqualTo("1970-01-01T00:00:01Z " + marked.shown())
                .doesNotContain(MarkedCommands.SECRET);
    }

    @Test
    void an_add_tells_the_terms() {
        Terms terms = new Terms(60 * SECOND, 0, Terms.FOREVER, 1500, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        assertThat(line(new Add(JobId.of("a"), "mail", new byte[200], -3, Add.NOW, terms)))
                .isEqualTo("1970-01-01T00:00:01Z add id=a queue=mail payload=200 bytes priority=-3 startsAt=earliest"
                        + " terms={lease=60s heartbeat=0s ttl=forever keep={completed=0.0015s failed=0.0015s cancelled=0.0015s} wait=-1"
                        + " retry={rule=attempts maxAttempts=0 maxFails=0 retries=0 backoff={first=0s largest=0s delays=[]}"
                        + " maxLapses=0}}"
                        + " options={declaredQueue=false patch={ofQueue=false} tags=[] dependencies=[] existing=refuse"
                        + " keepPriority=false headers={namesAndValues=[]} ties={ifDependencyFails=none}}");
    }

    @Test
    void an_add_leaves_out_what_is_not_given_but_not_what_is_empty() {
        Add put = QlessCommands.put(
                CALLER, JobId.of("a"), "mail", "Send", new byte[2], List.of(), List.of(JobId.of("b")));
        assertThat(line(put))
                .endsWith(
                        " options={declaredQueue=false patch={ofQueue=false} klass=Send tags=[] dependencies=[b] existing=move"
                                + " keepPriority=true clock={now=2027-01-15T08:00:00Z dialect=current} headers={namesAndValues=[]}"
                                + " ties={ifDependencyFails=none}}");
    }

    @Test
    void a_queue_cannot_look_like_two_arguments_or_two_lines() {
        assertThat(line(new Acquire(List.of("a, b", "c\nd", "\"\\n"), "w count=7", 1, 0)))
                .isEqualTo("1970-01-01T00:00:01Z acquire queues=[\"a, b\", \"c\\nd\", \"\\\"\\\\n\"]"
                        + " worker=\"w count=7\" count=1 lease=0s"
                        + " order={kind=random weights=[]} maxBytes=0");
    }

    @Test
    void a_sequence_shows_its_commands_one_behind_the_other() {
        assertThat(line(new CommandGroup(List.of(new CommandGroup.Do(new Tick()), new CommandGroup.Do(POP)))))
                .isEqualTo(
                        "1970-01-01T00:00:01Z command-group of 2: tick;"
                                + " acquire queues=[mail] worker=worker-1 count=5 lease=0s"
                                + " clock={now=2027-01-15T08:00:00Z dialect=current} order={kind=random weights=[]} maxBytes=0");
        assertThat(line(new CommandGroup(List.of()))).isEqualTo("1970-01-01T00:00:01Z command-group of 0:");
    }

    private static String line(Command<?> command) {
        ByteSink sink = new ByteSink(100);
        EntryCodec.write(new Entry<>(SECOND, 0, command), sink);
        return EntryLine.of(ByteBuffer.wrap(sink.toByteArray()));
    }
}
