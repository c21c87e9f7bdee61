package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** All qless state survives a kill: every query returns the same reply as before. */
@Timeout(120)
class QlessRestartTest {
    private static final String SCRIPT = "-- QlessAPI";

    @TempDir
    private Path data;

    @Test
    void every_answer_is_the_same_after_a_kill() throws Exception {
        Map<String, String> before;
        try (ServerProcess server = start();
                Jedis jedis = new Jedis("127.0.0.1", server.awaitReady("qless"))) {
            live(jedis);
            before = answers(jedis);
            server.kill();
        }
        try (ServerProcess server = start();
                Jedis jedis = new Jedis("127.0.0.1", server.awaitReady("qless"))) {
            assertThat(answers(jedis)).isEqualTo(before);
            assertThat(before.get("get child")).contains("\"dependencies\":[\"parent\"]");
            assertThat(before.get("get tracked")).contains("\"tracked\":true", "\"tags\":[\"x\",\"y\"]");
            assertThat(before.get("failed")).isEqualTo("{\"broken\":1}");
            assertThat(before.get("config.get heartbeat")).isEqualTo("90");
            assertThat(before.get("recur.get daily")).contains("\"interval\":86400");
            assertThat(before.get("queues")).contains("\"paused\":true");
            assertThat(before.get("workers")).contains("\"name\":\"w\"");
            assertThat(before.get("stats q 100")).contains("\"failures\":1");
            // The dependent job is still released by the completion of its parent.
            call(jedis, "110", "complete", "parent", "w", "q", "{}");
            assertThat(call(jedis, "110", "get", "child")).contains("\"state\":\"waiting\"");
        }
    }

    private ServerProcess start() throws Exception {
        return ServerProcess.start(data, "qless.port=0");
    }

    private static void live(Jedis jedis) {
        call(jedis, "1", "config.set", "heartbeat", "90");
        call(jedis, "1", "recur", "q2", "daily", "klass", "{}", "interval", "86400", "50", "tags", "[\"r\"]");
        call(jedis, "1", "put", "w", "q", "doomed", "klass", "{}", "0", "priority", "9");
        call(jedis, "2", "pop", "q", "w", "1");
        call(jedis, "3", "fail", "doomed", "w", "broken", "it broke");
        call(jedis, "4", "put", "w", "q", "parent", "klass", "{\"a\":1}", "0");
        call(jedis, "5", "put", "w", "q", "child", "klass", "{}", "0", "depends", "[\"parent\"]");
        call(jedis, "6", "put", "w", "q", "tracked", "klass", "{}", "500", "tags", "[\"x\"]");
        call(jedis, "7", "track", "track", "tracked");
        call(jedis, "8", "tag", "add", "tracked", "y");
        call(jedis, "9", "put", "w", "q", "done", "klass", "{}", "0", "priority", "5");
        call(jedis, "10", "pop", "q", "w", "1");
        call(jedis, "12", "complete", "done", "w", "q", "{\"r\":2}");
        call(jedis, "13", "pop", "q", "w", "1");
        call(jedis, "14", "log", "parent", "half way");
        call(jedis, "15", "pause", "q2");
    }

    private static Map<String, String> answers(Jedis jedis) {
        Map<String, String> answers = new LinkedHashMap<>();
        List<String> questions = List.of(
                "get parent",
                "get child",
                "get tracked",
                "get doomed",
                "get done",
                "queues",
                "workers",
                "workers w",
                "track",
                "failed",
                "failed broken",
                "jobs complete",
                "jobs running q",
                "jobs scheduled q",
                "jobs depends q",
                "tag get x",
                "recur.get daily",
                "config.get",
                "config.get heartbeat",
                "stats q 100",
                "length q");
        for (String question : questions) {
            List<String> words = new ArrayList<>(List.of(question.split(" ", -1)));
            String name = words.remove(0);
            answers.put(question, call(jedis, "100", name, words.toArray(String[]::new)));
        }
        return answers;
    }

    private static String call(Jedis jedis, String now, String name, String... args) {
        List<String> all = new ArrayList<>(List.of(name, now));
        all.addAll(List.of(args));
        return String.valueOf(jedis.eval(SCRIPT, List.of(), all));
    }
}
