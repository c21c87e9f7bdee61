package dev.reeve.spring;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.client.Credentials;
import dev.reeve.client.JobRequest;
import dev.reeve.client.JobType;
import dev.reeve.client.Reeve;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.TestReeve;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Jobs that are added inside a transaction of a real database, with ends of the application at the worst moments. */
@ReeveTest
@Timeout(120)
class OutboxTest {
    private static final JobType<String, String> PACK =
            JobType.of("order.pack", String.class, String.class).queue("orders");

    private final JdbcDataSource source = new JdbcDataSource();
    private final JdbcTemplate database = new JdbcTemplate(source);
    private final TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));

    @BeforeEach
    void makeTables() {
        source.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        database.execute(DocumentedTable.sql());
        database.execute("CREATE TABLE orders (item VARCHAR(20))");
    }

    @AfterEach
    void dropTables() {
        database.execute("SHUTDOWN");
    }

    private ApplicationContextRunner application(String url) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withBean(DataSource.class, () -> source)
                .withBean(ClientCustomizer.class, () -> options -> options.patience(Duration.ZERO))
                .withPropertyValues("reeve.url=" + url, "reeve.outbox=jdbc");
    }

    /** Runs an application until its end. */
    private void run(TestReeve reeve, Consumer<Reeve> program) {
        application(reeve.server().toString()).run(context -> program.accept(context.getBean(Reeve.class)));
    }

    /** Runs an application whose server is not there. */
    private void runAlone(Consumer<Reeve> program) throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        application("http://127.0.0.1:" + port).run(context -> program.accept(context.getBean(Reeve.class)));
    }

    private void order(Reeve client, JobRequest<?, ?> job) {
        transaction.executeWithoutResult(status -> {
            database.update("INSERT INTO orders VALUES ('cups')");
            client.add(job);
        });
    }

    private int rows() {
        Integer count = database.queryForObject("SELECT COUNT(*) FROM reeve_outbox", Integer.class);
        return count == null ? -1 : count;
    }

    @Test
    void jobs_of_a_committed_transaction_reach_the_server(TestReeve reeve) {
        run(reeve, client -> {
            transaction.executeWithoutResult(status -> {
                client.add(PACK.with("cups").id("one"));
                client.add(PACK.with("cans").id("two"));
                client.batch(b -> b.add(PACK.with("bags").id("three")));
                assertThat(rows()).isEqualTo(3);
                assertThat(reeve).hasNoJob(PACK);
            });
            transaction.executeWithoutResult(status -> {
                client.add(PACK.with("never"));
                status.setRollbackOnly();
            });
            client.add(PACK.with("at once").id("four"));
            assertThat(reeve.client().get("four")).isPresent();
        });
        assertThat(reeve).hasJob(PACK).inState("ready").times(4);
        assertThat(reeve.client().get("two").orElseThrow().payload().text()).isEqualTo("\"cans\"");
        assertThat(rows()).isZero();
    }

    @Test
    void a_job_is_kept_while_the_server_is_not_there_and_the_application_ends(TestReeve reeve) throws IOException {
        runAlone(client -> order(client, PACK.with("cups").id("one")));
        assertThat(rows()).isEqualTo(1);
        run(reeve, client -> {});
        assertThat(reeve).hasJob(PACK).times(1);
        assertThat(rows()).isZero();
    }

    @Test
    void a_row_that_is_sent_twice_is_one_job(TestReeve reeve) throws IOException {
        runAlone(client -> order(client, PACK.with("cups").id("one")));
        database.execute("CREATE TABLE copies AS SELECT * FROM reeve_outbox");
        run(reeve, client -> {});
        database.execute("INSERT INTO reeve_outbox SELECT * FROM copies");
        run(reeve, client -> {});
        assertThat(reeve).hasJob(PACK).times(1);
        assertThat(rows()).isZero();
    }

    @Test
    void a_row_that_is_refused_stays_with_the_reason_and_others_pass(TestReeve reeve) throws IOException {
        runAlone(client -> {
            order(client, PACK.with("cups").id("one"));
            order(client, PACK.with("cans").queue("no queue\n"));
            order(client, PACK.with("bags").id("three"));
        });
        run(reeve, client -> {});
        assertThat(reeve).hasJob(PACK).times(2);
        List<String> problems = database.queryForList("SELECT problem FROM reeve_outbox", String.class);
        assertThat(problems).singleElement().asString().contains("invalid");
        run(reeve, client -> {});
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void rows_of_an_application_that_is_gone_are_found_when_they_are_old(TestReeve reeve) throws IOException {
        runAlone(client -> order(client, PACK.with("cups")));
        Long written = database.queryForObject("SELECT created FROM reeve_outbox", Long.class);
        long[] clock = {written == null ? 0 : written + 29_999};
        OutboxRelay relay = new OutboxRelay(reeve.client(), new OutboxTable(source, () -> 0), () -> clock[0]);
        relay.sweep(Duration.ofSeconds(30));
        assertThat(reeve).hasNoJob(PACK);
        clock[0]++;
        relay.sweep(Duration.ofSeconds(30));
        assertThat(reeve).hasJob(PACK).times(1);
    }

    @Test
    void more_rows_than_one_request_takes_are_all_sent(TestReeve reeve) throws IOException {
        runAlone(client -> transaction.executeWithoutResult(status -> {
            for (int i = 0; i < 2 * OutboxTable.MOST_ROWS + 1; i++) {
                client.add(PACK.with("cups"));
            }
        }));
        new OutboxRelay(reeve.client(), new OutboxTable(source, () -> 0), System::currentTimeMillis)
                .sweep(Duration.ZERO);
        assertThat(reeve).hasJob(PACK).times(2 * OutboxTable.MOST_ROWS + 1);
        assertThat(rows()).isZero();
    }

    @Test
    void rows_for_which_the_server_has_no_room_wait_for_the_next_sweep() throws IOException {
        runAlone(client -> transaction.executeWithoutResult(status -> {
            for (int i = 0; i < OutboxTable.MOST_ROWS; i++) {
                client.add(PACK.with("cups"));
            }
        }));
        String full = "{\"problem\":{\"type\":\"/problems/out-of-memory\",\"status\":507,\"detail\":\"full\"}}";
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/bulk/add", exchange -> {
            // Whoever asks again and again is let go in the end.
            String each = requests.incrementAndGet() > 2 ? "{}" : full;
            byte[] answer = ("{\"results\":[" + String.join(",", Collections.nCopies(OutboxTable.MOST_ROWS, each))
                            + "]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (Reeve client = Reeve.connect(address, Credentials.anonymous())) {
            new OutboxRelay(client, new OutboxTable(source, () -> 0), System::currentTimeMillis).sweep(Duration.ZERO);
        } finally {
            server.stop(0);
        }
        assertThat(requests).hasValue(1);
        assertThat(new OutboxTable(source, () -> 0).waiting(Long.MAX_VALUE, OutboxTable.Row.FIRST))
                .hasSize(OutboxTable.MOST_ROWS);
    }

    @Test
    void rows_that_wait_for_a_right_do_not_hide_those_after_them(@TempDir Path folder) throws Exception {
        int stuck = 2 * OutboxTable.MOST_ROWS + 1;
        runAlone(client -> {
            transaction.executeWithoutResult(status -> {
                for (int i = 0; i < stuck; i++) {
                    client.add(PACK.with("cups").queue("closed"));
                }
                client.batch(b -> b.add(PACK.with("bags").queue("closed")));
            });
            order(client, PACK.with("cans").id("last"));
        });
        // The last one is the youngest, also if all were written within a millisecond.
        database.update("UPDATE reeve_outbox SET created = created + 1 WHERE body LIKE '%\"last\"%'");
        try (GuardedServer server = new GuardedServer(folder)) {
            OutboxRelay relay = new OutboxRelay(
                    server.clientFor("orders"), new OutboxTable(source, () -> 0), () -> Long.MAX_VALUE - 1);
            relay.sweep(Duration.ZERO);
            assertThat(server.clientFor("*").get("last")).isPresent();
            assertThat(rows()).as("those without a right").isEqualTo(stuck + 1);
            new OutboxRelay(server.clientFor("*"), new OutboxTable(source, () -> 0), () -> Long.MAX_VALUE - 1)
                    .sweep(Duration.ZERO);
            assertThat(rows()).isZero();
        }
    }

    @Test
    void a_sweep_goes_on_where_the_last_one_stopped(@TempDir Path folder) throws Exception {
        runAlone(client -> order(client, PACK.with("cans").id("last")));
        database.update("UPDATE reeve_outbox SET created = 2, id = 'z'");
        int stuck = 11 * OutboxTable.MOST_ROWS;
        database.batchUpdate(
                "INSERT INTO reeve_outbox (id, created, path, body) VALUES (?, 1, '/v1/jobs', ?)",
                IntStream.range(0, stuck)
                        .mapToObj(i -> new Object[] {"row " + i, "{\"queue\":\"closed\",\"id\":\"job" + i + "\"}"})
                        .toList());
        try (GuardedServer server = new GuardedServer(folder)) {
            OutboxRelay relay =
                    new OutboxRelay(server.clientFor("orders"), new OutboxTable(source, () -> 0), () -> 1000);
            relay.sweep(Duration.ZERO);
            assertThat(rows()).as("ten requests in vain are enough").isEqualTo(stuck + 1);
            relay.sweep(Duration.ZERO);
            assertThat(rows()).isEqualTo(stuck);
            database.update("INSERT INTO reeve_outbox (id, created, path, body)"
                    + " SELECT 'first', 0, path, body FROM reeve_outbox WHERE id = 'row 0'");
            database.update("UPDATE reeve_outbox SET body = REPLACE(body, 'closed', 'orders') WHERE id = 'first'");
            relay.sweep(Duration.ZERO);
            assertThat(rows()).as("from the oldest row on again").isEqualTo(stuck);
        }
    }

    @Test
    void what_cannot_be_kept_is_refused_inside_the_transaction(TestReeve reeve) {
        TransactionTemplate foreign = new TransactionTemplate(new StarterTest.Transactions());
        run(reeve, client -> {
            assertThatThrownBy(() -> foreign.executeWithoutResult(status -> client.add(PACK.with("cups"))))
                    .hasMessageContaining("not one of the database with the table reeve_outbox");
            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> client.batch(b -> {
                        for (int i = 0; i < 1001; i++) {
                            b.add(PACK.with("cups"));
                        }
                    })))
                    .hasMessageContaining("has to fit into one request");
        });
        assertThat(rows()).isZero();
        assertThat(reeve).hasNoJob(PACK);
    }

    @Test
    void a_missing_table_is_told_when_the_application_starts(TestReeve reeve) {
        database.execute("DROP TABLE reeve_outbox");
        application(reeve.server().toString())
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("REEVE_OUTBOX"));
    }
}
