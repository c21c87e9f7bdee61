package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All qless state survives a kill: every query returns the same reply as before. */
@Timeout(120)
class QlessRestartTest {
    @TempDir
    private Path data;

    @Test
    void every_answer_is_the_same_after_a_kill() throws Exception {
        Map<String, String> before;
        try (ServerProcess server = start();
                QlessClient qless = new QlessClient(server.awaitReady("qless"))) {
            live(qless);
            before = answers(qless);
            server.kill();
        }
        try (ServerProcess server = start();
                QlessClient qless = new QlessClient(server.awaitReady("qless"))) {
            assertThat(answers(qless)).isEqualTo(before);
            assertThat(before.get("get child")).contains("\"dependencies\":[\"parent\"]");
            assertThat(before.get("get tracked")).contains("\"tracked\":true", "\"tags\":[\"x\",\"y\"]");
            assertThat(before.get("failed")).isEqualTo("{\"broken\":1}");
            assertThat(before.get("config.get heartbeat")).isEqualTo("90");
            assertThat(before.get("recur.get daily")).contains("\"interval\":86400");
            assertThat(before.get("queues")).contains("\"paused\":true");
            assertThat(before.get("workers")).contains("\"name\":\"w\"");
            assertThat(before.get("stats q 100")).contains("\"failures\":1");
            // The dependent job is still released by the completion of its parent.
            qless.callAt("110", "complete", "parent", "w", "q", "{}");
            assertThat(qless.callAt("110", "get", "child")).contains("\"state\":\"waiting\"");
        }
    }

    private ServerProcess start() throws Exception {
        return ServerProcess.start(data, "qless.port=0");
    }

    private static void live(QlessClient qless) {
        qless.callAt("1", "config.set", "heartbeat", "90");
        qless.callAt("1", "recur", "q2", "daily", "klass", "{}", "interval", "86400", "50", "tags", "[\"r\"]");
        qless.callAt("1", "put", "w", "q", "doomed", "klass", "{}", "0", "priority", "9");
        qless.callAt("2", "pop", "q", "w", "1");
        qless.callAt("3", "fail", "doomed", "w", "broken", "it broke");
        qless.callAt("4", "put", "w", "q", "parent", "klass", "{\"a\":1}", "0");
        qless.callAt("5", "put", "w", "q", "child", "klass", "{}", "0", "depends", "[\"parent\"]");
        qless.callAt("6", "put", "w", "q", "tracked", "klass", "{}", "500", "tags", "[\"x\"]");
        qless.callAt("7", "track", "track", "tracked");
        qless.callAt("8", "tag", "add", "tracked", "y");
        qless.callAt("9", "put", "w", "q", "done", "klass", "{}", "0", "priority", "5");
        qless.callAt("10", "pop", "q", "w", "1");
        qless.callAt("12", "complete", "done", "w", "q", "{\"r\":2}");
        qless.callAt("13", "pop", "q", "w", "1");
        qless.callAt("14", "log", "parent", "half way");
        qless.callAt("15", "pause", "q2");
    }

    private static Map<String, String> answers(QlessClient qless) {
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
            answers.put(question, qless.callAt("100", name, words.toArray(String[]::new)));
        }
        return answers;
    }
}
