package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Identity;
import dev.reeve.access.Role;
import dev.reeve.testkit.EventReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the stream of events shows to whom. */
@Timeout(120)
class EventRightsTest {
    @TempDir
    private static Path folder;

    private static LockedServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static EventReader events(String token, String query) {
        return new EventReader(server.port("http"), "/v1/events" + query, "Authorization: Bearer " + token);
    }

    private static EventReader.Message next(EventReader stream) {
        return Objects.requireNonNull(stream.next());
    }

    /** A job that is added, leased and reported on, then one in the own queue. */
    private static void play(String queue) {
        server.admin("POST", "/v1/jobs", "{\"queue\":\"" + queue + "\",\"id\":\"job-" + queue + "\"}");
        String token = server.admin("POST", "/v1/acquire", "{\"queues\":[\"" + queue + "\"]}")
                .body()
                .replaceAll(".*\"lease_token\":\"([0-9]+)\".*", "$1");
        server.admin(
                "POST",
                "/v1/jobs/job-" + queue + "/renew",
                "{\"lease_token\":\"" + token + "\",\"progress\":{\"percent\":5,\"message\":\"secret\"}}");
    }

    @Test
    void nobody_hears_of_queues_that_it_may_not_read_nor_texts_that_it_may_not_see() throws Exception {
        try (EventReader viewer = events(server.token(Role.VIEWER), "").awaitStart();
                EventReader worker = events(server.token(Role.WORKER), "").awaitStart();
                EventReader admin = events(server.admin, "").awaitStart()) {
            play(FOREIGN);
            play(OWN);
            List<String> heard = new ArrayList<>();
            for (EventReader stream : List.of(viewer, worker)) {
                for (int i = 0; i < 3; i++) {
                    EventReader.Message message = next(stream);
                    heard.add(message.event() + " " + message.value("queue"));
                    if (message.event().equals("job.progress")) {
                        assertThat(message.value("message")).isEqualTo(stream == viewer ? "" : "secret");
                        assertThat(message.value("percent")).isEqualTo("5");
                    }
                }
            }
            assertThat(heard)
                    .containsExactly(
                            "job.added own",
                            "job.leased own",
                            "job.progress own",
                            "job.added own",
                            "job.leased own",
                            "job.progress own");
            assertThat(next(admin).value("queue")).isEqualTo(FOREIGN);
        }
    }

    @Test
    void a_client_that_comes_back_hears_only_of_its_own_queues_too() throws Exception {
        try (EventReader admin = events(server.admin, "").awaitStart()) {
            play(FOREIGN + "-left");
            play(OWN + "-left");
            try (EventReader viewer = events(server.token(Role.VIEWER), "?last_event_id=" + admin.lastId())) {
                assertThat(next(viewer).value("queue")).isEqualTo(OWN + "-left");
            }
        }
    }

    @Test
    void figures_of_others_are_not_shown() throws Exception {
        play(FOREIGN + "-counted");
        play(OWN + "-counted");
        try (EventReader viewer = events(server.token(Role.VIEWER), "?event=stats");
                EventReader admin = events(server.admin, "?event=stats")) {
            assertThat(next(admin).data())
                    .contains("\"jobs\":{", "\"name\":\"own-counted\"", "\"name\":\"foreign-counted\"");
            assertThat(next(viewer).data())
                    .contains("\"name\":\"own-counted\"")
                    .matches("\\{\"at\":\"[^\"]+\",\"queues\":\\[(\\{\"name\":\"own[^\"]*\",[^{]*},?)+]}");
        }
    }

    @Test
    void a_stream_ends_with_its_token() throws Exception {
        String token = server.admin("POST", "/v1/tokens", "{\"name\":\"leaving\",\"role\":\"viewer\"}")
                .body()
                .replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        try (EventReader viewer = events(token, "").awaitStart()) {
            server.editor().remove(Identity.Kind.TOKEN, "leaving");
            viewer.socket().expectGone();
        }
    }

    @Test
    void who_may_read_nothing_is_refused() {
        try (EventReader nobody = new EventReader(server.port("http"), "/v1/events")) {
            assertThat(nobody.status()).isEqualTo(401);
        }
    }
}
