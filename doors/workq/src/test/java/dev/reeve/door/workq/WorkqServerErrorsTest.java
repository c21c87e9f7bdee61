package dev.reeve.door.workq;

import dev.reeve.engine.Engine;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.node.EngineRecovery;
import dev.reeve.testkit.TestClient;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients get when memory or disk space is exhausted, and when the journal loses entries. */
class WorkqServerErrorsTest {
    private static final String FIRST = "00000000-0000-4000-8000-000000000001";
    private static final String SECOND = "00000000-0000-4000-8000-000000000002";
    private static final String OUT_OF_MEMORY = "-SERVER-ERROR Out of memory: the room for jobs is used up";
    private static final String OUT_OF_DISK = "-SERVER-ERROR Out of disk space";

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void without_memory_jobs_are_refused_and_everything_else_works(JournalKind kind) {
        try (TestServer server = WorkqServer.start(TestServer.Options.of(kind).withMemoryBytes(5000))) {
            String payload = "x".repeat(3000);
            TestClient client = server.connect();
            client.send("add " + FIRST + " ping 1000 60000 3000", payload).expect("+OK");
            client.send("add " + SECOND + " ping 1000 60000 4", "ping").expect(OUT_OF_MEMORY);
            client.send("run " + SECOND + " ping 1000 60000 4", "ping").expect(OUT_OF_MEMORY);
            client.send("lease ping 0").expect("+OK 1", FIRST + " ping 3000", payload);
            client.send("complete " + FIRST + " 4", "pong").expect("+OK");
            client.send("delete " + FIRST).expect("+OK");
            client.send("add " + SECOND + " ping 1000 60000 3000", payload).expect("+OK");
        }
    }

    @Test
    void without_disk_space_jobs_are_refused_first_and_then_every_change() {
        try (TestServer server = WorkqServer.start(JournalKind.LATE)) {
            LateJournal journal = (LateJournal) server.journal();
            TestClient client = server.connect();
            client.send("add " + FIRST + " ping 1000 60000 4", "ping").expect("+OK");
            journal.setRoom(WriteAdmission.NO_GROWTH);
            client.send("add " + SECOND + " ping 1000 60000 4", "ping").expect(OUT_OF_DISK);
            client.send("lease ping 0").expect("+OK 1", FIRST + " ping 4", "ping");
            journal.setRoom(WriteAdmission.NONE);
            client.send("complete " + FIRST + " 4", "pong").expect(OUT_OF_DISK);
            client.send("inspect queue ping").expect("+OK 1", "ping 2", "ready-len 0", "scheduled-len 0");
            journal.setFault(true);
            client.send("complete " + FIRST + " 4", "pong").expect("-SERVER-ERROR The journal cannot be extended");
            journal.setRoom(WriteAdmission.AMPLE);
            client.send("complete " + FIRST + " 4", "pong").expect("+OK");
        }
    }

    @Test
    void who_waits_for_an_entry_that_is_lost_is_disconnected_and_the_others_go_on() {
        try (TestServer server = WorkqServer.start(JournalKind.LATE)) {
            LateJournal journal = (LateJournal) server.journal();
            TestClient worker = server.connect().send("lease ping 60000");
            TestClient unlucky = server.connect();
            server.settle();
            sendWithoutCommit(unlucky, journal);
            server.onLoop(() -> {
                journal.loseUncommitted();
                return true;
            });
            unlucky.expectClosed();
            journal.resume();
            server.connect()
                    .send("add " + SECOND + " ping 1000 60000 4", "ping")
                    .expect("+OK");
            worker.expect("+OK 1", SECOND + " ping 4", "ping");
        }
    }

    @Test
    void who_waits_for_a_job_gets_one_that_comes_with_an_engine_from_elsewhere() {
        try (TestServer server = WorkqServer.start(JournalKind.LATE)) {
            LateJournal journal = (LateJournal) server.journal();
            TestClient worker = server.connect().send("lease ping 60000");
            TestClient unlucky = server.connect();
            server.settle();
            sendWithoutCommit(unlucky, journal);
            server.onLoop(() -> {
                journal.install(List.of());
                server.node().replaceEngine(replayed(journal), journal.lastAppended());
                return true;
            });
            unlucky.expectClosed();
            journal.resume();
            worker.expect("+OK 1", FIRST + " ping 4", "ping");
        }
    }

    private static void sendWithoutCommit(TestClient client, LateJournal journal) {
        journal.pause();
        long before = journal.lastAppended();
        client.send("add " + FIRST + " ping 1000 60000 4", "ping");
        while (journal.lastAppended() == before) {
            Thread.onSpinWait();
        }
    }

    private static Engine replayed(LateJournal journal) {
        EngineRecovery recovery = new EngineRecovery();
        long position = 0;
        for (byte[] entry : journal.committedEntries()) {
            recovery.entry(++position, ByteBuffer.wrap(entry));
        }
        return recovery.engine();
    }
}
