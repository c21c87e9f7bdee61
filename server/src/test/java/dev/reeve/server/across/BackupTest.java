package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.Credentials;
import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JobType;
import dev.reeve.client.Reeve;
import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.server.testing.ProvokedAnswer;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code reeve backup} and {@code reeve restore} with a real server. */
@Timeout(180)
class BackupTest {
    private static final JobType<String, String> TYPE = JobType.of("t", String.class, String.class);
    /** How many jobs a producer leaves: it deletes the oldest one before it adds the next. */
    private static final int KEPT = 8;

    @TempDir
    private Path folder;

    private StringWriter err = new StringWriter();

    private int run(String... words) {
        err = new StringWriter();
        return ReeveCommand.execute(new PrintWriter(new StringWriter()), new PrintWriter(err), words);
    }

    private static String url(LocalServer server) {
        return "http://127.0.0.1:" + server.awaitReady("http");
    }

    private static Reeve connect(LocalServer server) {
        return Reeve.connect(URI.create(url(server)), Credentials.anonymous());
    }

    /** Adds jobs with the numbers from 0 on, one after the other, and deletes the oldest. */
    private static final class Producer extends Thread {
        private final Reeve reeve;
        private final String queue;
        final AtomicLong asked = new AtomicLong();
        final AtomicLong answered = new AtomicLong();
        volatile boolean stopped;

        Producer(Reeve reeve, String queue) {
            this.reeve = reeve;
            this.queue = queue;
        }

        @Override
        public void run() {
            for (long i = 0; !stopped; i++) {
                if (i >= KEPT) {
                    reeve.delete(queue + "-" + (i - KEPT));
                }
                asked.set(i + 1);
                reeve.add(TYPE.with("payload of " + i).queue(queue).id(queue + "-" + i));
                answered.set(i + 1);
            }
        }
    }

    @Test
    void a_backup_under_load_is_the_state_at_one_moment() throws Exception {
        Path file = folder.resolve("backup");
        List<Long> before = new ArrayList<>();
        List<Long> after = new ArrayList<>();
        try (LocalServer server = LocalServer.start(folder.resolve("data"), "http.port=0");
                Reeve reeve = connect(server)) {
            List<Producer> producers = List.of(new Producer(reeve, "a"), new Producer(reeve, "b"));
            producers.forEach(Thread::start);
            while (producers.stream().anyMatch(producer -> producer.answered.get() < 3 * KEPT)) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            producers.forEach(producer -> before.add(producer.answered.get()));
            assertThat(run("backup", file.toString(), "--url", url(server)))
                    .as(err.toString())
                    .isZero();
            producers.forEach(producer -> after.add(producer.asked.get()));
            producers.forEach(producer -> producer.stopped = true);
            for (Producer producer : producers) {
                producer.join();
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(run(
                        "restore",
                        file.toString(),
                        "--data",
                        folder.resolve("restored").toString()))
                .as(err.toString())
                .isZero();
        try (LocalServer server = LocalServer.start(folder.resolve("restored"), "http.port=0");
                Reeve reeve = connect(server)) {
            assertIsMoment(reeve, "a", before.get(0), after.get(0));
            assertIsMoment(reeve, "b", before.get(1), after.get(1));
            reeve.add(TYPE.with("more").queue("c").id("c-0"));
            assertThat(reeve.get("c-0")).isPresent();
        }
    }

    /** The jobs are those after some step of the producer that was between these. */
    private static void assertIsMoment(Reeve reeve, String queue, long least, long most) {
        Set<String> found = reeve.list(new JobQuery().queue(queue).pageSize(500))
                .map(JobInfo::id)
                .collect(Collectors.toCollection(TreeSet::new));
        long last = found.stream()
                .mapToLong(id -> Long.parseLong(id.substring(2)))
                .max()
                .orElseThrow();
        assertThat(last + 1).isBetween(least, most);
        Set<String> added = numbered(queue, last - KEPT + 1, last);
        Set<String> nextIsMissing = numbered(queue, last - KEPT + 2, last);
        assertThat(found).isIn(added, nextIsMissing);
    }

    private static Set<String> numbered(String queue, long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(number -> queue + "-" + number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void clients_that_do_not_read_are_few_and_hold_nobody_up() throws Exception {
        try (LocalServer server = LocalServer.start(folder.resolve("data"), "http.port=0");
                Reeve reeve = connect(server)) {
            String large = "x".repeat(900_000);
            for (int i = 0; i < 10; i++) {
                reeve.add(TYPE.with(large).queue("q"));
            }
            RawHttp first = unread(server);
            RawHttp second = unread(server);
            awaitOpenSnapshots(2);
            String refused = folder.resolve("refused").toString();
            assertThat(run("backup", refused, "--url", url(server))).isEqualTo(1);
            assertThat(err.toString())
                    .startsWith("reeve: 2 backups are being sent")
                    .hasLineCount(1);
            assertThat(folder.resolve("refused")).doesNotExist();
            ProvokedAnswer.provoke("POST /v1/backup 429", server.awaitReady("http"), "/v1/backup", "");
            for (int i = 0; i < 50; i++) {
                reeve.add(TYPE.with("small").queue("q"));
            }
            first.vanish();
            second.vanish();
            awaitOpenSnapshots(0);
            Path file = folder.resolve("backup");
            assertThat(run("backup", file.toString(), "--url", url(server)))
                    .as(err.toString())
                    .isZero();
            assertThat(Files.size(file)).isGreaterThan(8_000_000);
            assertThat(run("backup", file.toString(), "--url", url(server))).isEqualTo(1);
            assertThat(err.toString()).isEqualTo("reeve: " + file + ": exists already\n");
            checkDamage(file);
        }
    }

    /** Asks for a backup and reads nothing of it. */
    private static RawHttp unread(LocalServer server) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.awaitReady("http"));
        RawHttp client = new RawHttp(new TestClient(address, new AtomicLong(), 4096));
        return client.request("POST /v1/backup HTTP/1.1", "Host: localhost", "Content-Length: 0");
    }

    private static void awaitOpenSnapshots(long count) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (openSnapshots() != count) {
            assertThat(System.nanoTime()).as("open snapshots").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static long openSnapshots() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(BackupTest::isSnapshot).count();
        }
    }

    private static boolean isSnapshot(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains(".snap");
        } catch (IOException e) {
            // Closed meanwhile.
            return false;
        }
    }

    private void checkDamage(Path file) throws IOException {
        Path restored = folder.resolve("restored");
        byte[] all = Files.readAllBytes(file);
        Path torn = Files.write(folder.resolve("torn"), java.util.Arrays.copyOf(all, all.length / 2));
        assertRefused(torn, restored, "the file is no backup, or not all of one: nothing was restored");
        Path foreign = Files.writeString(folder.resolve("foreign"), "id,name\n1,ann\n".repeat(100));
        assertRefused(foreign, restored, "does not begin as a snapshot does");
        assertRefused(file, folder.resolve("data"), "is not empty, it has ");
        assertThat(run("restore", file.toString(), "--data", restored.toString()))
                .as("after two restores that failed: " + err)
                .isZero();
        assertThat(run("journal", "check", restored.toString())).isZero();
    }

    private void assertRefused(Path file, Path data, String why) {
        assertThat(run("restore", file.toString(), "--data", data.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("reeve: ").contains(why).hasLineCount(1);
    }
}
