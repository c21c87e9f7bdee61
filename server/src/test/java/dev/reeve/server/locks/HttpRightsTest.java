package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static dev.reeve.server.locks.Roles.ALL;
import static dev.reeve.server.locks.Roles.OPERATORS;
import static dev.reeve.server.locks.Roles.PRODUCERS;
import static dev.reeve.server.locks.Roles.WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.door.jobber.JobberDoor;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodDoor;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.net.http.Route;
import dev.reeve.server.SettingsReader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every HTTP route, by every role, on an own and a foreign queue. */
@Timeout(300)
class HttpRightsTest {
    /**
     * A route and who may use it in its own queues.
     *
     * @param path with {@code QUEUE}, {@code READY} and {@code LEASED}, {@code READY-ID} and {@code LEASED-ID}
     * @param bound whether it names a queue or a job; if not, a queue makes no difference
     */
    private record Row(String method, String route, String path, String body, boolean bound, Set<Role> allowed) {}

    private static Row row(String method, String route, String path, String body, Set<Role> allowed) {
        return new Row(method, route, path, body, true, allowed);
    }

    private static Row unbound(String route) {
        return new Row("GET", route, route.replace("{tag}", "t"), "", false, ALL);
    }

    private static final List<Row> ROWS = List.of(
            unbound("/queue"),
            unbound("/tag/{tag}"),
            unbound("/info"),
            unbound("/info/version"),
            row("GET", "/queue/{queue}", "/queue/QUEUE", "", ALL),
            row("PUT", "/queue/{queue}", "/queue/QUEUE", "{\"retries\":7}", OPERATORS),
            row("DELETE", "/queue/{queue}", "/queue/QUEUE", "", OPERATORS),
            row("GET", "/queue/{queue}/size", "/queue/QUEUE/size", "", ALL),
            row("GET", "/queue/{queue}/job_ids", "/queue/QUEUE/job_ids", "", ALL),
            row("POST", "/queue/{queue}/job", "/queue/QUEUE/job", "{\"input\":1}", PRODUCERS),
            row("GET", "/queue/{queue}/job", "/queue/QUEUE/job", "", WORKERS),
            row("GET", "/job/{id}", "/job/READY", "", ALL),
            row("PATCH", "/job/{id}", "/job/LEASED", "{\"status\":\"completed\"}", WORKERS),
            row("PATCH", "/job/{id}", "/job/LEASED", "{\"status\":\"failed\"}", WORKERS),
            row("PATCH", "/job/{id}", "/job/LEASED", "{\"status\":\"timed_out\"}", WORKERS),
            row("PATCH", "/job/{id}", "/job/LEASED", "{\"output\":1}", WORKERS),
            row("PATCH", "/job/{id}", "/job/READY", "{\"status\":\"cancelled\"}", OPERATORS),
            row("PATCH", "/job/{id}", "/job/READY", "{\"status\":\"queued\"}", OPERATORS),
            row("DELETE", "/job/{id}", "/job/READY", "", OPERATORS),
            row("GET", "/job/{id}/status", "/job/READY/status", "", ALL),
            row("GET", "/job/{id}/output", "/job/READY/output", "", ALL),
            row("PUT", "/job/{id}/output", "/job/LEASED/output", "1", WORKERS),
            row("PUT", "/job/{id}/heartbeat", "/job/LEASED/heartbeat", "", WORKERS),
            row("POST", "/jobber/queue", "/jobber/queue", "{\"type\":\"QUEUE\",\"payload\":1}", PRODUCERS),
            row("POST", "/jobs", "/jobs", "{\"jobType\":\"QUEUE\",\"payload\":1}", PRODUCERS),
            row("POST", "/jobber/queue/{type}/take", "/jobber/queue/QUEUE/take", "{\"worker\":\"w\"}", WORKERS),
            row("POST", "/jobber/job/{id}/done", "/jobber/job/LOCKED/done", "{\"lock\":\"LOCK\"}", WORKERS),
            row("POST", "/jobber/job/{id}/extend", "/jobber/job/LOCKED/extend", "{\"lock\":\"LOCK\"}", WORKERS),
            row("POST", "/jobber/job/{id}/release", "/jobber/job/LOCKED/release", "{\"lock\":\"LOCK\"}", WORKERS),
            row("GET", "/jobber/job/{id}", "/jobber/job/LOCKED", "", ALL));

    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_table_has_every_route() {
        var settings = new SettingsReader().settings();
        Set<String> routes = Stream.concat(
                        new OcypodDoor(OcypodSettings.from(settings), "1").routes().stream(),
                        new JobberDoor(JobberSettings.from(settings)).routes().stream())
                .map(Route::label)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> rows =
                ROWS.stream().map(row -> row.method + " " + row.route).collect(Collectors.toCollection(TreeSet::new));
        assertThat(rows).isEqualTo(routes);
    }

    @Test
    void every_route_by_every_role_on_own_and_foreign_queues() {
        for (Row row : ROWS) {
            TriedJobs<Jobs> own = new TriedJobs<>(() -> Jobs.in(OWN + ++queues), Jobs::state);
            TriedJobs<Jobs> foreign = new TriedJobs<>(() -> Jobs.in(FOREIGN + ++queues), Jobs::state);
            for (Role role : Role.values()) {
                check(row, role, own, row.allowed.contains(role));
                check(row, role, foreign, row.allowed.contains(role) && !row.bound);
            }
        }
    }

    private static void check(Row row, Role role, TriedJobs<Jobs> tried, boolean allowed) {
        Jobs jobs = tried.jobs();
        String before = allowed ? "" : tried.state();
        HttpResponse<String> answer =
                server.http("Bearer " + server.token(role), row.method, jobs.fill(row.path), jobs.fill(row.body));
        String what =
                "%s %s %s by %s on %s: %s".formatted(row.method, row.path, row.body, role, jobs.queue, answer.body());
        if (allowed) {
            // A job that cannot be queued again answers 409.
            assertThat(answer.statusCode()).as(what).isIn(200, 201, 204, 409);
            tried.mayHaveChanged();
        } else {
            assertThat(answer.statusCode()).as(what).isEqualTo(403);
            assertThat(answer.body()).as(what).isEqualTo("{\"error\":\"Not allowed\"}");
            assertThat(tried.stateNow()).as(what).isEqualTo(before);
        }
    }

    /** A new queue with a ready job and two leased jobs, one of them locked by a worker of Jobber. */
    private record Jobs(String queue, String ready, String leased, String locked, String lock) {
        static Jobs in(String queue) {
            server.admin("PUT", "/queue/" + queue, "{}");
            String leased = add(queue);
            server.admin("GET", "/queue/" + queue + "/job", "");
            String id = server.admin("POST", "/jobber/queue", "{\"type\":\"%s\",\"payload\":1}".formatted(queue))
                    .body()
                    .replaceAll(".*\"job-id\":\"([^\"]+)\".*", "$1");
            String lock = server.admin("POST", "/jobber/queue/" + queue + "/take", "{\"worker\":\"w\"}")
                    .body()
                    .replaceAll(".*\"lock\":\"?([^\",}]+).*", "$1");
            return new Jobs(queue, add(queue), leased, id, lock);
        }

        private static String add(String queue) {
            return server.admin("POST", "/queue/" + queue + "/job", "{\"input\":\"secret\",\"tags\":[\"t\"]}")
                    .headers()
                    .firstValue("location")
                    .orElseThrow()
                    .replace("/job/", "");
        }

        String fill(String text) {
            return text.replace("QUEUE", queue)
                    .replace("READY", ready)
                    .replace("LEASED", leased)
                    .replace("LOCKED", locked)
                    .replace("LOCK", lock);
        }

        /** All that can be changed. */
        String state() {
            return Stream.of(
                            "/queue/" + queue,
                            "/queue/" + queue + "/job_ids",
                            "/job/" + ready,
                            "/job/" + leased,
                            "/jobber/job/" + locked)
                    .map(path -> server.admin("GET", path, "").body())
                    .collect(Collectors.joining("\n"));
        }
    }
}
