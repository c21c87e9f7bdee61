package dev.reeve.access;

import static dev.reeve.access.GuardFixture.FOREIGN;
import static dev.reeve.access.GuardFixture.OWN;
import static dev.reeve.access.GuardFixture.ready;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.access.GuardFixture.Told;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.testkit.LogLines;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AuditTest {
    @TempDir
    private Path folder;

    private final GuardFixture it = new GuardFixture(false);
    private Path file;
    private Audit audit;

    @BeforeEach
    void openAudit() throws AuthFileException {
        file = folder.resolve("audit.jsonl");
        audit = new Audit(Optional.of(file));
        audit.open();
    }

    private GuardedRequests as(Role role, String... queues) {
        return it.as(new Identity(Identity.Kind.USER, "ann", role, QueuePatterns.of(List.of(queues))), audit);
    }

    /** What the file says, once all has been written. */
    private List<String> lines() throws IOException {
        audit.close();
        return Files.readAllLines(file).stream()
                .map(line -> line.replaceFirst("\\{\"time\":\"20[^\"]*Z\",", "{"))
                .toList();
    }

    @Test
    void the_end_of_a_pause_is_no_pause() {
        assertThat(AuditLine.action(new Pause(List.of(OWN), true, false))).isEqualTo("pause");
        assertThat(AuditLine.action(new Pause(List.of(OWN), false, false))).isEqualTo("resume");
        assertThat(AuditLine.action(new PauseSchedule("nightly", true, 0))).isEqualTo("pause schedule");
        assertThat(AuditLine.action(new PauseSchedule("nightly", false, 7))).isEqualTo("resume schedule");
    }

    @Test
    void changes_of_operators_and_refusals_are_written_and_reads_and_work_are_not() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        it.submit(as(Role.OPERATOR), new Prioritize(ready(OWN), 5));
        it.submit(as(Role.OPERATOR), new Peek(it.clock(), OWN, 1));
        it.submit(as(Role.OPERATOR), new Delete(JobRef.of(4711)));
        it.submit(as(Role.WORKER), new Acquire(List.of(OWN), null, 1, 0));
        it.submit(as(Role.WORKER, OWN), new Delete(JobRef.of(ready(FOREIGN))));
        it.submit(as(Role.OPERATOR, OWN), new Delete(JobRef.of(ready(FOREIGN))));
        Told<String> read = new Told<>();
        as(Role.VIEWER, OWN).ask(engine -> String.valueOf(engine.queue(FOREIGN)), read);
        it.settle();
        String ann = "\"identity\":\"user ann\",\"role\":\"%s\",\"address\":\"127.0.0.1\",\"door\":\"door\",";
        assertThat(lines())
                .containsExactly(
                        "{\"event\":\"change\"," + ann.formatted("operator")
                                + "\"action\":\"prioritize\",\"targets\":[\"job own-ready\"]}",
                        "{\"event\":\"refused\"," + ann.formatted("worker")
                                + "\"action\":\"delete\",\"targets\":[\"job foreign-ready\"],\"right\":\"delete\"}",
                        "{\"event\":\"refused\"," + ann.formatted("operator")
                                + "\"action\":\"delete\",\"targets\":[\"job foreign-ready\"],\"right\":\"delete foreign\"}",
                        "{\"event\":\"refused\"," + ann.formatted("viewer")
                                + "\"action\":\"read\",\"right\":\"read\"}");
    }

    @Test
    void a_line_is_in_the_file_before_the_answer() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        audit.write(AuditLine.failedLogin("door", InetAddress.getLoopbackAddress(), null), () -> {
            try {
                blocked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Told<?> told = it.submit(as(Role.ADMIN), new Prioritize(ready(OWN), 5));
        Told<?> refused = it.submit(as(Role.VIEWER), new Prioritize(ready(OWN), 5));
        assertThat(told.words).isEmpty();
        assertThat(refused.words).isEmpty();
        Told<?> worker = it.submit(as(Role.WORKER), new Acquire(List.of(OWN), null, 1, 0));
        assertThat(worker.words).containsExactly("reply");
        blocked.countDown();
        assertThat(lines()).hasSize(3);
        it.settle();
        assertThat(told.words).containsExactly("reply");
        assertThat(refused.words).containsExactly("NOT_ALLOWED");
    }

    @Test
    void the_history_of_a_job_names_who_changed_it() throws Exception {
        it.submit(as(Role.OPERATOR), new Prioritize(ready(OWN), 5));
        it.submit(as(Role.OPERATOR, "other"), new Prioritize(ready(OWN), 6));
        audit.close();
        it.settle();
        List<HistoryEvent> events = Objects.requireNonNull(
                        Objects.requireNonNull(it.node.current().job(JobRef.of(ready(OWN))))
                                .qless()
                                .optionalFields())
                .history()
                .events();
        assertThat(events)
                .filteredOn(event -> event.type() == HistoryEvent.Type.LOGGED)
                .extracting(HistoryEvent::about)
                .containsExactly("prioritize by ann");
    }

    @Test
    void a_renamed_file_is_followed_by_a_new_one() throws Exception {
        write("a");
        Path old = Files.move(file, folder.resolve("audit.1"));
        write("b");
        Files.delete(file);
        write("c");
        audit.close();
        assertThat(Files.readString(old)).contains("\"a\"").doesNotContain("\"b\"");
        assertThat(Files.readString(file)).contains("\"c\"").doesNotContain("\"b\"");
    }

    private void write(String name) throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        audit.write(AuditLine.failedLogin("door", InetAddress.getLoopbackAddress(), name), written::countDown);
        written.await();
    }

    @Test
    void text_of_clients_is_escaped_and_shortened() throws Exception {
        write("x\"\n".repeat(1000));
        List<String> lines = lines();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0))
                .startsWith("{\"event\":\"login-failed\",\"identity\":\"x\\\"\\nx")
                .hasSizeLessThan(800);
    }

    @Test
    void a_file_that_cannot_be_written_is_named_at_the_start_and_later_once() throws Exception {
        assertThatThrownBy(() -> new Audit(Optional.of(folder)).open())
                .hasMessageStartingWith("audit.file: " + folder + ": cannot be written: ");
        try (LogLines log = new LogLines(AuditFile.class)) {
            Files.delete(file);
            Files.createDirectory(file);
            write("a");
            write("b");
            assertThat(log.told()).singleElement().asString().contains("the lines are in the log only");
            Files.delete(file);
            write("c");
            audit.close();
            assertThat(Files.readString(file)).contains("\"c\"");
        }
    }
}
