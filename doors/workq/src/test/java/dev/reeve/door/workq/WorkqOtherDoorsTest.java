package dev.reeve.door.workq;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of other doors, with other ids, names and limits. */
class WorkqOtherDoorsTest {
    private static final RetryPolicy RETRIES = new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 3, List.of(5_000_000L));
    private static final Terms TERMS =
            new Terms(30_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RETRIES);

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void an_id_that_is_no_uuid_is_accepted_where_it_names_a_job(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("foo:1", "ping"));
            TestClient client = server.connect();
            client.send("lease ping 0").expect("+OK 1", "foo:1 ping 4", "ping");
            client.send("result foo:1 0").expect("-TIMEOUT");
            client.send("result foo:2 0").expect("-CLIENT-ERROR Invalid ID");
            client.send("complete foo:1 4", "pong").expect("+OK");
            client.send("complete foo:1 4", "pong").expect("-CLIENT-ERROR Duplicate result");
            client.send("fail foo:2 4", "pong").expect("-CLIENT-ERROR Invalid ID");
            client.send("result foo:1 0").expect("+OK 1", "foo:1 1 4", "pong");
            client.send("delete foo:1").expect("+OK");
            client.send("delete foo:1").expect("-CLIENT-ERROR Invalid ID");
            client.send("inspect job foo:1").expect("-CLIENT-ERROR Invalid ID");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void who_waits_for_such_a_job_hears_that_it_has_gone(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("foo", "ping"));
            TestClient waiter = server.connect();
            waiter.send("result foo 60000", "result foo 60000");
            server.settle();
            server.connect().send("delete foo").expect("+OK");
            waiter.expect("-NOT-FOUND", "-CLIENT-ERROR Invalid ID");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void who_goes_away_before_it_is_known_to_exist_leaves_nothing_behind(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("foo", "ping"));
            server.connect().send("result foo 60000").vanish();
            server.connect().send("complete foo 0", "").expect("+OK");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void everything_is_shown_that_the_protocol_has_words_for(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("größer", "my queue/1"));
            server.submit(add("foo", "ping"));
            TestClient client = server.connect();
            client.send("inspect queues 0 10");
            client.expect("+OK 2", "my%20queue/1 2", "ready-len 1", "scheduled-len 0");
            client.expect("ping 2", "ready-len 1", "scheduled-len 0");
            client.send("lease ping 0").expect("+OK 1", "foo ping 4", "ping");
            client.send("fail foo 0", "").expect("+OK");
            client.send("inspect scheduled-jobs ping 0 10");
            client.expect("+OK 1", "foo 13", "name ping", "ttr 30000", "ttl 18446744073709551615");
            client.expect("payload-size 4", "payload ping", "max-attempts 0", "attempts 1", "max-fails 0", "fails 1");
            client.expect("priority 2147483647", "state 3");
            client.expect("created 2016-06-01T00:00:00Z", "time 2016-06-01T00:00:05Z");
            client.sendRaw("inspect job gr\u00c3\u00b6\u00c3\u009fer\r\n");
            client.expect("+OK 1", "gr\u00c3\u00b6\u00c3\u009fer 12", "name my%20queue/1");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_name_that_is_not_valid_here_is_accepted_where_a_queue_has_it(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("foo", "my queue/1"));
            TestClient client = server.connect();
            client.send("inspect queue my%20queue/1")
                    .expect("+OK 1", "my%20queue/1 2", "ready-len 1", "scheduled-len 0");
            client.send("inspect jobs my%20queue/1 1 1").expect("+OK 0");
            client.send("inspect scheduled-jobs my%20queue/1 0 1").expect("+OK 0");
            client.send("lease ping my%20queue/2 0").expect("-CLIENT-ERROR Invalid Name");
            client.send("lease my%20queue/1 0").expect("+OK 1", "foo my%20queue/1 4", "ping");
            client.send("lease ping my%20queue/1 0").expect("-TIMEOUT");
            client.send("inspect queue my%20queue/2").expect("-CLIENT-ERROR Invalid Name");
            client.send("inspect jobs my%FFqueue 0 1").expect("-CLIENT-ERROR Invalid Name");
            client.send("add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 my%20queue/1 1 1 0", "")
                    .expect("-CLIENT-ERROR Invalid Name");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_lease_of_such_a_name_waits(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            server.submit(add("foo", "my queue"));
            TestClient client = server.connect();
            client.send("lease my%20queue 0").expect("+OK 1", "foo my%20queue 4", "ping");
            client.send("lease my%20queue 60000", "delete foo");
            server.settle();
            server.submit(add("bar", "my queue"));
            client.expect("+OK 1", "bar my%20queue 4", "ping", "+OK");
        }
    }

    /** Their terms may take the lease length from the queue, have no end, or require heartbeats. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 60000",
        "30000000, 0, 30000",
        "30000000, 20000000, 20000",
        "9223372036854775807, 0, 86400000",
        "9223372036854775807, 20000000, 20000",
        "2592000000000, 0, 86400000",
        "10, 0, 1"
    })
    void the_ttr_of_a_lease_is_how_long_its_worker_has(long leaseMicros, long heartbeatMicros, long ttrMillis) {
        try (TestServer server = WorkqServer.start(JournalKind.LOCAL)) {
            Terms terms =
                    new Terms(leaseMicros, heartbeatMicros, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RETRIES);
            server.submit(new Add(JobId.of("foo"), "ping", new byte[0], 0, Add.NOW, terms));
            server.connectTo("workq-ttr").send("lease ping 0").expect("+OK 1", "foo ping " + ttrMillis + " 0", "");
        }
    }

    private static Add add(String id, String queue) {
        byte[] payload = {'p', 'i', 'n', 'g'};
        return new Add(JobId.of(id), queue, payload, Long.MAX_VALUE, Add.NOW, TERMS);
    }
}
