package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Workq {@code lease} of a ready job can be read. The way of a warm request through the code of a real server is traced;
 * what counts as an entry is said at {@link MethodTrace}. A room is a package below {@code dev.reeve}, or a door. A change
 * of room is two consecutive entries on the loop thread in different rooms.
 *
 * <p>Timers, a change of segments or a stall of the machine can happen during a trace. So several leases are traced: the
 * one with the fewest changes of room counts, and the files that are entered in every one of them.
 */
class WalkTest {
    private static final int MOST_ROOM_CHANGES = 45;
    private static final int MOST_FILES = 125;
    private static final int MOST_FILES_TO_FOLLOW = 12;
    private static final int TRACES = 12;
    private static final int WARM_UPS = 4;
    private static final String LOOP = "reeve-loop";
    private static final String ROOT = "dev/reeve/";
    private static final Pattern FILE_IN_TABLE = Pattern.compile("(?m)^\\| `([a-z/]+/[A-Z][A-Za-z]+)` \\|");

    @TempDir
    private Path data;

    @Test
    void a_lease_can_be_followed() throws Exception {
        List<List<MethodTrace.Entry>> walks = walks();
        List<MethodTrace.Entry> walk = walks.stream()
                .min(Comparator.comparingInt(one -> roomsOnLoop(one).size()))
                .orElseThrow();
        List<String> rooms = roomsOnLoop(walk);
        assertThat(rooms.size() - 1).as("changes of room: %s", rooms).isLessThanOrEqualTo(MOST_ROOM_CHANGES);
        Set<String> files = filesOf(walk);
        walks.forEach(other -> files.retainAll(filesOf(other)));
        assertThat(files).hasSizeLessThanOrEqualTo(MOST_FILES);

        List<String> documented = documentedFiles();
        assertThat(documented).hasSizeBetween(1, MOST_FILES_TO_FOLLOW).doesNotHaveDuplicates();
        assertThat(enteredInOrder(walk, documented)).isEqualTo(documented);
        assertThat(roomsOf(documented)).as("rooms in ARCHITECTURE.md").isEqualTo(roomsOf(files));
    }

    /** The method entries of each lease. */
    private List<List<MethodTrace.Entry>> walks() throws Exception {
        List<List<MethodTrace.Entry>> walks = new ArrayList<>();
        try (MethodTrace trace = new MethodTrace();
                ServerProcess server = ServerProcess.startWith(
                        trace.options(), data, "durability=always", "busy-poll=off", "http.port=0")) {
            trace.attach();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.awaitReady());
            try (TestClient client = new TestClient(address, new AtomicLong(), 0)) {
                for (int i = 0; i < WARM_UPS + TRACES; i++) {
                    client.send("add " + id(i) + " ping 60000 600000 4", "pong").expect("+OK");
                }
                for (int i = 0; i < WARM_UPS; i++) {
                    lease(client, i);
                }
                for (int i = WARM_UPS; i < WARM_UPS + TRACES; i++) {
                    int job = i;
                    walks.add(trace.record("dev.reeve.*", LOOP, () -> lease(client, job)));
                }
            }
        }
        return walks;
    }

    private static Set<String> filesOf(List<MethodTrace.Entry> walk) {
        return walk.stream().map(MethodTrace.Entry::file).collect(Collectors.toCollection(TreeSet::new));
    }

    private static void lease(TestClient client, int job) {
        client.send("lease ping 1000").expect("+OK 1", id(job) + " ping 4", "pong");
    }

    private static String id(int job) {
        return "6ba7b810-9dad-11d1-80b4-00000000000" + Integer.toHexString(job);
    }

    /** The rooms in the order in which the loop thread enters them. */
    private static List<String> roomsOnLoop(List<MethodTrace.Entry> walk) {
        List<String> rooms = new ArrayList<>();
        for (MethodTrace.Entry entry : walk) {
            String room = room(entry.file());
            if (entry.thread().startsWith(LOOP)
                    && (rooms.isEmpty() || !rooms.get(rooms.size() - 1).equals(room))) {
                rooms.add(room);
            }
        }
        return rooms;
    }

    private static Set<String> roomsOf(Iterable<String> files) {
        Set<String> rooms = new TreeSet<>();
        files.forEach(file -> rooms.add(room(file)));
        return rooms;
    }

    private static String room(String file) {
        String[] folders = file.substring(ROOT.length()).split("/", -1);
        return folders[0].equals("door") ? folders[1] : folders[0];
    }

    /** The files of the table in ARCHITECTURE.md. */
    private static List<String> documentedFiles() throws IOException {
        String text = Files.readString(Path.of("..", "ARCHITECTURE.md"));
        int start = text.indexOf("## A `lease` request");
        String section = text.substring(start, text.indexOf("\n## ", start));
        return FILE_IN_TABLE
                .matcher(section)
                .results()
                .map(match -> ROOT + match.group(1))
                .toList();
    }

    /** The part of these files that the walk enters one after the other. */
    private static List<String> enteredInOrder(List<MethodTrace.Entry> walk, List<String> files) {
        List<String> entered = new ArrayList<>();
        for (MethodTrace.Entry entry : walk) {
            if (entered.size() < files.size() && entry.file().equals(files.get(entered.size()))) {
                entered.add(entry.file());
            }
        }
        return entered;
    }
}
