package dev.reeve.server.door.qless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.JournalKind;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** A client that was not written here. */
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
            await().until(() -> confirmed.contains("ql:*"));
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
            await().until(() -> heard.size() == publishers * messages);
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
}
