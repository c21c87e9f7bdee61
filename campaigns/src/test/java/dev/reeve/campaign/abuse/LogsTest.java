package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With all log levels at trace, control characters in names are escaped and payloads are not logged. */
class LogsTest {
    private static final String HOSTILE = "\u001b[31mq\u0007\u0085\u009b2J";
    private static final String SECRET = "the-payload-of-this-job";

    @TempDir
    private Path folder;

    @Test
    void names_are_plain_and_payloads_absent() throws Exception {
        List<String> settings = new ArrayList<>(Ports.ALL_DOORS);
        settings.add("log.level=trace,io.netty=trace");
        // The server logs no name that a client sends, but the path of its data.
        Path data = folder.resolve("\u001b[31mq\u0007");
        try (ServerProcess server = ServerProcess.start(data, settings.toArray(String[]::new))) {
            Ports ports = Ports.of(server);
            workq(ports.workq());
            goqueue(ports.goqueue());
            qless(ports.qless());
            http(ports.http());
            server.kill();
            List<String> lines = server.lines();
            assertThat(lines).anyMatch(line -> line.contains("DEBUG"));
            assertThat(lines).anyMatch(line -> line.contains("\\u001b[31mq\\u0007"));
            assertThat(lines).noneMatch(line -> line.contains(SECRET));
            assertThat(lines)
                    .noneMatch(line -> line.codePoints().anyMatch(c -> c != '\t' && Character.isISOControl(c)));
        }
    }

    private static void workq(int port) {
        String id = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
        String size = " " + SECRET.length() + "\r\n" + SECRET + "\r\n";
        poke(port, "add " + id + " " + HOSTILE + " 1000 60000" + size);
        poke(port, "add " + id + " plain 1000 60000" + size);
        poke(port, "lease " + HOSTILE + " 1\r\n");
        poke(port, HOSTILE + "\r\n");
        poke(port, "complete " + id + size);
    }

    private static void goqueue(int port) {
        String rest = "\0\1\0\0\0\1\0\0\0" + (char) SECRET.length() + "\0\0\0" + SECRET;
        poke(port, "ADD\0" + HOSTILE + rest);
        poke(port, "ADD\0plain" + rest);
        poke(port, HOSTILE + "\0" + SECRET);
    }

    private static void qless(int port) {
        String data = "{\"a\":\"" + SECRET + "\"}";
        call(port, "put", HOSTILE, HOSTILE, HOSTILE, HOSTILE, data, "0", "tags", "[\"\\u001b[1m\"]");
        call(port, "pop", HOSTILE, HOSTILE, "1");
        call(port, "fail", HOSTILE, HOSTILE, HOSTILE, SECRET, data);
        call(port, HOSTILE, SECRET);
        call(port, "config.set", HOSTILE, SECRET);
        poke(port, QlessRequests.command(HOSTILE, SECRET));
        poke(port, QlessRequests.command("CLIENT", "SETNAME", HOSTILE));
        poke(port, "*1\r\n$" + HOSTILE + "\r\n");
    }

    private static void call(int port, String name, String... arguments) {
        try (QlessClient client = new QlessClient(port)) {
            assertThat(client.call(name, arguments)).isNotEmpty();
        }
    }

    private static void http(int port) {
        String queue = "/queue/%1b%5b31mq%07%c2%9b";
        poke(port, request("PUT " + queue, "{}"));
        poke(port, request("POST " + queue + "/job", "{\"input\":\"" + SECRET + "\",\"tags\":[\"\\u001b\"]}"));
        poke(port, request("POST /jobber/queue", "{\"type\":\"\\u001b[1m\",\"payload\":\"" + SECRET + "\"}"));
        poke(port, request("POST /queue/q/job", "{\"input\":" + SECRET));
        poke(port, request("GET /nowhere/%1b", ""));
        poke(port, "GET /queue HTTP/1.1\r\nHost: localhost\r\nUser-Agent: " + HOSTILE + "\r\n\r\n");
        poke(port, "GET /" + HOSTILE + " HTTP/1.1\r\nHost: localhost\r\n" + HOSTILE + ": y\r\n\r\n");
        poke(port, HOSTILE + " / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private static String request(String line, String json) {
        String[] words = line.split(" ", 2);
        return new String(HttpDoorRequest.of(words[0], words[1], json).encode(), StandardCharsets.ISO_8859_1);
    }

    /** Sends the text and waits until the server replies or closes the connection. */
    private static void poke(int port, String text) {
        try (TestClient client = new TestClient(port)) {
            client.sendRaw(text).readBytes(1);
        }
    }
}
