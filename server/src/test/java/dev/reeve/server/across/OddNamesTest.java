package dev.reeve.server.across;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ids and names that one door accepts and the protocol of another may not be able to carry: each door accepts the text
 * that it shows, and it means the same job or queue.
 */
@Timeout(120)
class OddNamesTest {
    /** Some would be the same if a door escaped carelessly. */
    private static final List<String> ODD = List.of(
            "a b",
            "a%20b",
            "a%2520b",
            "a+b",
            "100%",
            "%",
            "%zz",
            " edge ",
            "-flag",
            "-",
            "-5",
            "größe",
            "日本/🎉",
            "..",
            "a&b=c?d#e;f:g",
            "\"\\",
            "\u00a0\u2028",
            "6BA7B810-9DAD-11D1-80B4-00C04FD430C4",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c4",
            "6ba7b8109dad11d180b400c04fd430c4",
            "x".repeat(255),
            "é".repeat(127));

    private static final List<String> NOT_ACCEPTED =
            List.of("", "a\tb", "a\nb", "a\r\nb", "\u0001", "\u007f", "\u0085", "\uFFFD", "x".repeat(256));

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path data;

    private LocalServer server;
    private AllDoors doors;

    @BeforeEach
    void start() throws Exception {
        server = AllDoors.start(data);
        doors = AllDoors.of(server);
    }

    @AfterEach
    void stop() {
        doors.close();
        server.close();
    }

    @Test
    void each_door_works_on_the_ids_that_it_shows() {
        for (DoorClient door : doors.all()) {
            String queue = door.getClass().getSimpleName();
            for (int i = 0; i < ODD.size(); i++) {
                String put = doors.qless().call("put", "w", queue, bytes(ODD.get(i)), "klass", "" + i, "0");
                assertThat(put).isEqualTo(bytes(ODD.get(i)));
            }
            for (int done = 1; done <= ODD.size(); done++) {
                Taken taken = AllDoors.take(door, queue);
                String id = ODD.get(Integer.parseInt(taken.payload()));
                assertThat(door.look(taken.id())).as("%s, %s", queue, id).isIn(Phase.TAKEN, Phase.HIDDEN);
                assertThat(door.complete(taken)).as("%s, %s", queue, id).isTrue();
                assertThat(doors.qless().look(bytes(id)))
                        .as("%s, %s", queue, id)
                        .isEqualTo(Phase.FINISHED);
                assertThat(ODD.stream().filter(other -> doors.qless().look(bytes(other)) == Phase.FINISHED))
                        .hasSize(done);
            }
        }
    }

    @Test
    void each_door_takes_jobs_of_the_queues_that_it_shows() throws Exception {
        addToAll();
        workEmpty(doors.workq(), shownByWorkq());
        addToAll();
        workEmpty(doors.qless(), shownByQless());
        addToAll();
        workEmpty(doors.ocypod(), shownByOcypod());
        addToAll();
        workEmpty(doors.jobber(), ODD);
        addToAll();
        workEmpty(doors.goqueue(), ODD);
        addToAll();
        workEmpty(doors.api(), ODD);
    }

    /** Adds a job to each queue, through the two doors that can create them all. */
    private void addToAll() {
        for (int i = 0; i < ODD.size(); i++) {
            boolean even = i % 2 == 0;
            DoorClient door = even ? doors.qless() : doors.goqueue();
            door.add(even ? bytes(ODD.get(i)) : ODD.get(i), "" + i);
        }
    }

    private void workEmpty(DoorClient door, List<String> shown) {
        assertThat(shown).doesNotHaveDuplicates().hasSize(ODD.size());
        List<Integer> worked = new ArrayList<>();
        for (String name : shown) {
            Taken taken = AllDoors.take(door, name);
            worked.add(Integer.parseInt(taken.payload()));
            assertThat(door.complete(taken)).as(name).isTrue();
        }
        assertThat(worked).as("%s", door).doesNotHaveDuplicates().hasSize(ODD.size());
    }

    private List<String> shownByWorkq() {
        String head = doors.workq().ask(WorkqRequests.inspect("queues 0 100"));
        List<String> names = new ArrayList<>();
        for (int i = Integer.parseInt(head.substring("+OK ".length())); i > 0; i--) {
            names.add(doors.workq().readKeys().getOrDefault("id", ""));
        }
        return names;
    }

    private List<String> shownByQless() throws IOException {
        String queues = doors.qless().call("queues");
        return StreamSupport.stream(JSON.readTree(queues).spliterator(), false)
                .map(queue -> queue.path("name").asText())
                .toList();
    }

    private List<String> shownByOcypod() throws Exception {
        try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
            JsonNode queues = JSON.readTree(
                    http.call(HttpDoorRequest.of("GET", "/queue"), 200).body());
            return StreamSupport.stream(queues.spliterator(), false)
                    .map(JsonNode::asText)
                    .toList();
        }
    }

    @Test
    void what_no_protocol_can_carry_is_accepted_by_no_door() throws Exception {
        try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
            for (String name : NOT_ACCEPTED) {
                assertThat(doors.qless().call("put", "w", "q", bytes(name), "klass", "{}", "0"))
                        .startsWith("-");
                assertThat(doors.qless().call("put", "w", bytes(name), "id", "klass", "{}", "0"))
                        .startsWith("-");
                assertThat(doors.qless().call("complete", bytes(name), "w", "q", "{}"))
                        .startsWith("-");
                doors.goqueue().raw().sendRaw(GoqueueRequests.add(name, 0, 1, new byte[0]));
                doors.goqueue().expect("ERROR", "Invalid queue name");
                if (!name.isEmpty()) {
                    http.call(OcypodRequests.declare(name, "{}"), 400);
                }
                HttpDoorRequest jobber =
                        HttpDoorRequest.of("POST", "/jobs", "{\"jobType\":" + JSON.writeValueAsString(name) + "}");
                http.call(jobber, 400);
            }
            assertThat(http.call(HttpDoorRequest.of("GET", "/queue"), 200).body())
                    .isEqualTo("[]");
        }
    }

    /** The bytes of a text, one character each. */
    private static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }
}
