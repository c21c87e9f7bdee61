package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.testing.JournalKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Tests with Jedis, an independent client. */
@Timeout(60)
class JedisTest {
    private static Jedis connect(QlessServer server, RedisProtocol protocol) {
        return new Jedis(
                new HostAndPort("127.0.0.1", server.port()),
                DefaultJedisClientConfig.builder()
                        .protocol(protocol)
                        .clientName("test")
                        .build());
    }

    @ParameterizedTest
    @EnumSource
    void gets_along_in_both_versions(JournalKind journal) {
        for (RedisProtocol protocol : RedisProtocol.values()) {
            try (QlessServer server = new QlessServer(journal);
                    Jedis jedis = connect(server, protocol)) {
                assertThat(jedis.ping()).isEqualTo("PONG");
                assertThat(jedis.echo("hello")).isEqualTo("hello");
                assertThat(jedis.clientGetname()).isEqualTo("test");
                assertThat(jedis.info("server")).contains("redis_version:7.0.0");
                assertThat(jedis.configGet("databases")).containsEntry("databases", "1");
                assertThat(jedis.time()).first().isEqualTo("1464739200");
                assertThat(jedis.select(0)).isEqualTo("OK");
                String sha = jedis.scriptLoad("return 1");
                assertThat(jedis.scriptExists(sha)).isTrue();
                assertThatThrownBy(() -> jedis.evalsha("f".repeat(40), 0)).isInstanceOf(JedisNoScriptException.class);
                assertThat(jedis.flushAll()).isEqualTo("OK");
                Transaction transaction = jedis.multi();
                transaction.publish("a", "b");
                transaction.publish("c", "d");
                assertThat(transaction.exec()).isEqualTo(List.of(0L, 0L));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void subscribes_and_publishes_on_several_connections_at_once(JournalKind journal) throws InterruptedException {
        int publishers = 4;
        int messages = 100;
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Queue<String> confirmed = new ConcurrentLinkedQueue<>();
        JedisPubSub listener = new JedisPubSub() {
            @Override
            public void onPMessage(String pattern, String channel, String message) {
                heard.add(channel + " " + message);
            }

            @Override
            public void onPSubscribe(String pattern, int count) {
                confirmed.add(pattern);
            }
        };
        ExecutorService threads = Executors.newFixedThreadPool(publishers + 1);
        try (QlessServer server = new QlessServer(journal)) {
            threads.execute(() -> {
                try (Jedis jedis = connect(server, RedisProtocol.RESP2)) {
                    jedis.psubscribe(listener, "ql:*");
                }
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> confirmed.contains("ql:*"));
            for (int p = 0; p < publishers; p++) {
                String channel = "ql:" + p;
                threads.execute(() -> {
                    try (Jedis jedis = connect(server, RedisProtocol.RESP3)) {
                        for (int i = 0; i < messages; i++) {
                            Transaction transaction = jedis.multi();
                            transaction.publish(channel, "m" + i);
                            transaction.exec();
                        }
                    }
                });
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> heard.size() == publishers * messages);
            for (int p = 0; p < publishers; p++) {
                String channel = "ql:" + p + " ";
                assertThat(heard.stream().filter(line -> line.startsWith(channel)))
                        .hasSize(messages)
                        .first()
                        .isEqualTo(channel + "m0");
            }
            listener.punsubscribe();
            threads.shutdown();
            assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void works_jobs_with_scripts_and_transactions_on_several_connections(JournalKind journal) throws Exception {
        int workers = 4;
        int jobs = 100;
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Queue<String> confirmed = new ConcurrentLinkedQueue<>();
        JedisPubSub listener = new JedisPubSub() {
            @Override
            public void onMessage(String channel, String message) {
                heard.add(message);
            }

            @Override
            public void onSubscribe(String channel, int count) {
                confirmed.add(channel);
            }
        };
        ExecutorService threads = Executors.newFixedThreadPool(workers + 1);
        try (QlessServer server = new QlessServer(journal);
                Jedis jedis = connect(server, RedisProtocol.RESP3)) {
            String sha = jedis.scriptLoad("-- QlessAPI");
            Future<?> listening = threads.submit(() -> {
                try (Jedis own = connect(server, RedisProtocol.RESP2)) {
                    own.subscribe(listener, "ql:log");
                }
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> !confirmed.isEmpty());
            List<Future<?>> working = new ArrayList<>();
            for (int w = 0; w < workers; w++) {
                String worker = "w" + w;
                working.add(threads.submit(() -> {
                    try (Jedis own = connect(server, RedisProtocol.RESP3)) {
                        work(own, sha, worker, jobs);
                    }
                }));
            }
            for (Future<?> one : working) {
                one.get();
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> heard.size() == 2 * workers * jobs);
            assertThat(heard.stream().filter(line -> line.contains("\"event\":\"completed\"")))
                    .hasSize(workers * jobs);
            assertThat((List<?>) jedis.evalsha(sha, 0, "jobs", "10", "complete", "0", "1000"))
                    .hasSize(workers * jobs);
            listener.unsubscribe();
            listening.get();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Puts and pops a job in one transaction, and completes it outside. */
    private static void work(Jedis jedis, String sha, String worker, int jobs) {
        for (int i = 0; i < jobs; i++) {
            String jid = worker + "-" + i;
            String queue = "q-" + worker;
            Transaction transaction = jedis.multi();
            transaction.evalsha(sha, 0, "put", "1", worker, queue, jid, "k", "{}", "0");
            Response<Object> popped = transaction.evalsha(sha, 0, "pop", "2", queue, worker, "1");
            transaction.exec();
            assertThat((String) popped.get()).startsWith("[{").contains("\"jid\":\"" + jid + "\"");
            assertThat(jedis.evalsha(sha, 0, "complete", "3", jid, worker, queue, "{}"))
                    .isEqualTo("complete");
        }
    }
}
