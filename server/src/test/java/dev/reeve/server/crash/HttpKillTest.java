package dev.reeve.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.Main;
import dev.reeve.server.testing.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the HTTP doors have acknowledged survives SIGKILL in the middle of more. */
@Timeout(180)
class HttpKillTest {
    private static final int CLIENTS = 4;
    private static final int LEAST_CREATED = 400;

    @TempDir
    private Path folder;

    private final Set<Long> created = new ConcurrentSkipListSet<>();
    private final Set<Long> completed = new ConcurrentSkipListSet<>();

    @Test
    void what_was_acknowledged_is_there() throws Exception {
        declare("timeout = '1h'\nexpires_after = '0s'\n");
        for (int round = 0; round < 3; round++) {
            try (ServerProcess server = start()) {
                InetSocketAddress address = address(server);
                check(address);
                workUntilKilled(server, address);
            }
        }
        try (ServerProcess server = start()) {
            check(address(server));
        }
    }

    @Test
    void a_lease_and_a_queue_outlive_a_restart_and_only_changes_are_journalled() throws Exception {
        declare("timeout = '1h'\n");
        String lease;
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(address(server))) {
            assertThat(String.join("\n", server.lines())).contains("queue mail created");
            assertThat(client.requestWithBody("POST /queue/mail/job", "{\"input\":1,\"tags\":[\"t/1\"]}")
                            .read()
                            .status())
                    .isEqualTo(201);
            lease = get(client, "/queue/mail/job").headers().getOrDefault("lease", "");
            server.kill();
        }
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(address(server))) {
            assertThat(String.join("\n", server.lines())).doesNotContain("queue mail");
            assertThat(get(client, "/tag/t%2F1").body()).isEqualTo("[1]");
            client.request("PUT /job/1/heartbeat HTTP/1.1", "Host: x", "Lease: " + lease);
            assertThat(client.read().status()).isEqualTo(204);
            client.request("PUT /job/1/heartbeat HTTP/1.1", "Host: x", "Lease: 99");
            assertThat(client.read().status()).isEqualTo(409);
            server.terminate();
            assertThat(server.awaitExit()).isZero();
        }
        declare("timeout = '2h'\n");
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(address(server))) {
            assertThat(String.join("\n", server.lines())).contains("queue mail changed, as declared");
            assertThat(get(client, "/queue/mail").body()).startsWith("{\"timeout\":\"2h\"");
            assertThat(get(client, "/job/1?fields=timeout").body()).isEqualTo("{\"timeout\":\"1h\"}");
        }
    }

    private void declare(String table) throws IOException {
        Files.writeString(folder.resolve("reeve.toml"), "[queue.mail]\n" + table);
    }

    private ServerProcess start() throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("serve", "--config", folder.resolve("reeve.toml").toString()));
        arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        for (String setting : List.of("http.port=0", "workq.port=off", "goqueue.port=off", "qless.port=off")) {
            arguments.addAll(List.of("--set", setting));
        }
        return ServerProcess.start(Main.class, arguments);
    }

    private static InetSocketAddress address(ServerProcess server) throws InterruptedException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.awaitReady("http"));
    }

    private void workUntilKilled(ServerProcess server, InetSocketAddress address) throws InterruptedException {
        int least = created.size() + LEAST_CREATED;
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> work(address), "client-" + i);
            client.start();
            clients.add(client);
        }
        while (created.size() < least && server.isAlive()) {
            Thread.onSpinWait();
        }
        server.kill();
        for (Thread client : clients) {
            client.join();
        }
    }

    /** Creates two jobs and completes one, again and again until the server is gone. */
    private void work(InetSocketAddress address) {
        try (RawHttp client = new RawHttp(address)) {
            while (true) {
                created.add(create(client));
                created.add(create(client));
                String taken = get(client, "/queue/mail/job").body();
                long job = Long.parseLong(taken.substring("{\"id\":".length(), taken.indexOf(',')));
                RawHttp.Answer done = client.requestWithBody("PATCH /job/" + job, "{\"status\":\"completed\"}")
                        .read();
                if (done.status() == 204) {
                    completed.add(job);
                }
            }
        } catch (IOException gone) {
            // That is what it waits for.
        }
    }

    private static long create(RawHttp client) throws IOException {
        RawHttp.Answer answer = client.requestWithBody("POST /queue/mail/job", "{\"input\":[1.0]}")
                .read();
        assertThat(answer.status()).isEqualTo(201);
        return Long.parseLong(answer.body());
    }

    private static RawHttp.Answer get(RawHttp client, String path) throws IOException {
        return client.request("GET " + path + " HTTP/1.1", "Host: x").read();
    }

    /** All that was created is there, all that was completed is completed, and no number was given twice. */
    private void check(InetSocketAddress address) throws IOException {
        try (RawHttp client = new RawHttp(address)) {
            String ids = get(client, "/queue/mail/job_ids").body();
            Set<Long> done = numbers(ids, "completed");
            Set<Long> all = new TreeSet<>(done);
            all.addAll(numbers(ids, "queued"));
            all.addAll(numbers(ids, "running"));
            assertThat(all).containsAll(created);
            assertThat(done).containsAll(completed);
            for (long job : List.copyOf(created).subList(0, Math.min(10, created.size()))) {
                assertThat(get(client, "/job/" + job + "?fields=input").body()).isEqualTo("{\"input\":[1.0]}");
            }
        }
    }

    private static Set<Long> numbers(String ids, String status) {
        int from = ids.indexOf("\"" + status + "\":[") + status.length() + 4;
        Set<Long> numbers = new TreeSet<>();
        for (String number : ids.substring(from, ids.indexOf(']', from)).split(",", -1)) {
            if (!number.isEmpty()) {
                numbers.add(Long.parseLong(number));
            }
        }
        return numbers;
    }
}
