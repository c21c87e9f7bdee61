package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.door.api.ApiDoor;
import dev.reeve.door.api.ApiSettings;
import dev.reeve.door.api.ServerReport;
import dev.reeve.net.http.Route;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
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

/** Every route of the server's own interface, by every role, on an own and a foreign queue. */
@Timeout(300)
class ApiRightsTest {
    private static final Set<Role> ALL = EnumSet.allOf(Role.class);
    private static final Set<Role> WORKERS = EnumSet.of(Role.WORKER, Role.ADMIN);
    /** Roles in some queues only do not reach what belongs to no queue. */
    private static final Set<Role> NOBODY = EnumSet.noneOf(Role.class);

    private static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
    private static final Set<Role> PRODUCERS = EnumSet.of(Role.PRODUCER, Role.OPERATOR, Role.ADMIN);
    private static final Set<Role> ANNOTATORS = EnumSet.of(Role.WORKER, Role.OPERATOR, Role.ADMIN);

    /**
     * A route and who may use it in its own queues.
     *
     * @param path with {@code QUEUE}, {@code READY}, {@code LEASED} and {@code TOKEN}
     * @param right the right that a refusal names; empty if a queue makes no difference
     */
    private record Row(String method, String route, String path, String body, String right, Set<Role> allowed) {}

    private static Row row(String call, String path, String body, String right, Set<Role> allowed) {
        String[] words = call.split(" ", 2);
        return new Row(words[0], words[1], path, body, right, allowed);
    }

    private static final String FILTERED = "{\"filter\":{\"queue\":\"QUEUE\",\"state\":\"ready\"}}";
    private static final String TOKEN = "{\"lease_token\":\"TOKEN\"}";
    private static final String JOB = "/v1/jobs/{id}";
    private static final String QUEUE = "/v1/queues/{queue}";
    private static final String NODE = "/v1/nodes/{node}";
    private static final String BATCH = "/v1/batches/{batch}";

    private static final String SCHEDULE = "/v1/schedules/{name}";
    private static final String WEBHOOK = "/v1/webhooks/{name}";
    private static final String HOOK =
            "{\"url\":\"http://127.0.0.1:1/\",\"events\":[\"job.failed\"],\"queues\":[\"none\"],"
                    + "\"secret\":\"whsec_" + "A".repeat(32) + "\"}";
    private static final String SCHEDULED = "{\"every\":\"1d\",\"job\":{\"queue\":\"QUEUE\"}}";
    private static final String LIMIT = "/v1/limits/{pattern}";

    private static final List<Row> ROWS = List.of(
            row("POST /v1/jobs", "/v1/jobs", "{\"queue\":\"QUEUE\"}", "add", PRODUCERS),
            row("POST /v1/bulk/add", "/v1/bulk/add", "{\"jobs\":[{\"queue\":\"QUEUE\"}]}", "add", PRODUCERS),
            row("GET /v1/jobs", "/v1/jobs?queue=QUEUE", "", "read", ALL),
            row("GET /v1/jobs", "/v1/jobs", "", "", ALL),
            row("GET " + JOB, "/v1/jobs/READY", "", "read", ALL),
            row("GET " + JOB, "/v1/jobs/READY?wait=1ms", "", "await", PRODUCERS),
            row("PATCH " + JOB, "/v1/jobs/READY", "{\"priority\":3}", "edit", OPERATORS),
            row("DELETE " + JOB, "/v1/jobs/READY", "", "delete", OPERATORS),
            row("POST " + JOB + "/cancel", "/v1/jobs/READY/cancel", "", "cancel", OPERATORS),
            row("POST " + JOB + "/retry", "/v1/jobs/READY/retry", "", "retry", OPERATORS),
            row("POST " + JOB + "/log", "/v1/jobs/READY/log", "{\"message\":\"m\"}", "annotate", ANNOTATORS),
            row("POST /v1/acquire", "/v1/acquire", "{\"queues\":[\"QUEUE\"]}", "work", WORKERS),
            row("POST " + JOB + "/renew", "/v1/jobs/LEASED/renew", TOKEN, "work", WORKERS),
            row("POST " + JOB + "/complete", "/v1/jobs/LEASED/complete", TOKEN, "work", WORKERS),
            row("POST " + JOB + "/cancelled", "/v1/jobs/LEASED/cancelled", TOKEN, "work", WORKERS),
            row("POST " + JOB + "/fail", "/v1/jobs/LEASED/fail", TOKEN, "work", WORKERS),
            row("POST " + JOB + "/release", "/v1/jobs/LEASED/release", TOKEN, "work", WORKERS),
            row(
                    "POST /v1/bulk/renew",
                    "/v1/bulk/renew",
                    "{\"leases\":[{\"id\":\"LEASED\",\"lease_token\":\"TOKEN\"}]}",
                    "work",
                    WORKERS),
            row(
                    "POST /v1/bulk/finish",
                    "/v1/bulk/finish",
                    "{\"jobs\":[{\"id\":\"LEASED\",\"lease_token\":\"TOKEN\",\"complete\":{}}]}",
                    "work",
                    WORKERS),
            row("GET /v1/queues", "/v1/queues", "", "", ALL),
            row("GET " + QUEUE, "/v1/queues/QUEUE", "", "read", ALL),
            row("PUT " + QUEUE, "/v1/queues/QUEUE", "{\"max_attempts\":7}", "configure", OPERATORS),
            row("DELETE " + QUEUE, "/v1/queues/QUEUE", "", "delete", OPERATORS),
            row("POST " + QUEUE + "/pause", "/v1/queues/QUEUE/pause", "", "pause", OPERATORS),
            row("POST " + QUEUE + "/resume", "/v1/queues/QUEUE/resume", "", "pause", OPERATORS),
            row("POST " + QUEUE + "/purge", "/v1/queues/QUEUE/purge", "{\"states\":[\"ready\"]}", "delete", OPERATORS),
            row("GET /v1/events", "/v1/events?queue=QUEUE", "", "read", ALL),
            row("GET /v1/events", "/v1/events?event=stats", "", "", ALL),
            row("GET /v1/series", "/v1/series", "", "read", EnumSet.noneOf(Role.class)),
            row("GET " + QUEUE + "/series", "/v1/queues/QUEUE/series", "", "read", ALL),
            row("GET /v1/schedules", "/v1/schedules", "", "", ALL),
            row("GET " + SCHEDULE, "/v1/schedules/QUEUE", "", "read", ALL),
            row("PUT " + SCHEDULE, "/v1/schedules/QUEUE", SCHEDULED, "schedule", OPERATORS),
            row("PUT " + SCHEDULE, "/v1/schedules/new", SCHEDULED, "schedule", OPERATORS),
            row("DELETE " + SCHEDULE, "/v1/schedules/QUEUE", "", "schedule", OPERATORS),
            row("POST " + SCHEDULE + "/run", "/v1/schedules/QUEUE/run", "", "schedule", OPERATORS),
            row("POST " + SCHEDULE + "/pause", "/v1/schedules/QUEUE/pause", "", "schedule", OPERATORS),
            row("POST " + SCHEDULE + "/resume", "/v1/schedules/QUEUE/resume", "", "schedule|read", OPERATORS),
            row("POST /v1/bulk/retry", "/v1/bulk/retry", FILTERED, "retry", OPERATORS),
            row("POST /v1/bulk/cancel", "/v1/bulk/cancel", FILTERED, "cancel", OPERATORS),
            row("POST /v1/bulk/delete", "/v1/bulk/delete", FILTERED, "delete", OPERATORS),
            row(
                    "POST /v1/bulk/move",
                    "/v1/bulk/move",
                    "{\"filter\":{\"state\":\"ready\"},\"to\":\"QUEUE\"}",
                    "retry",
                    OPERATORS),
            row("GET /v1/failures", "/v1/failures?queue=QUEUE", "", "read", ALL),
            row("GET /v1/failures", "/v1/failures", "", "", ALL),
            row("GET /v1/workers", "/v1/workers", "", "", ALL),
            row("POST /v1/workers/{worker}/quiet", "/v1/workers/QUEUE-w/quiet", "", "pause", OPERATORS),
            row("GET /v1/server", "/v1/server", "", "", ALL),
            row("GET /v1/nodes", "/v1/nodes", "", "", ALL),
            row("POST " + NODE + "/transfer", "/v1/nodes/n1/transfer", "", "settings", NOBODY),
            row("POST " + NODE + "/join", "/v1/nodes/n4/join", "{\"address\":\"127.0.0.1:7419\"}", "settings", NOBODY),
            row("POST " + NODE + "/leave", "/v1/nodes/n1/leave", "", "settings", NOBODY),
            row("GET /v1/settings", "/v1/settings", "", "", ALL),
            row("POST /v1/backup", "/v1/backup", "", "settings", NOBODY),
            row("GET /v1/me", "/v1/me", "", "", ALL),
            row("GET /v1/audit", "/v1/audit", "", "audit", NOBODY),
            row("POST /v1/login", "/v1/login", "{\"token\":\"ADMIN\"}", "", ALL),
            row("POST /v1/logout", "/v1/logout", "", "", ALL),
            row("GET /v1/tokens", "/v1/tokens", "", "settings", NOBODY),
            row("POST /v1/tokens", "/v1/tokens", "{\"name\":\"x\",\"role\":\"viewer\"}", "settings", NOBODY),
            row("DELETE /v1/tokens/{token}", "/v1/tokens/viewer", "", "settings", NOBODY),
            row("POST /v1/batches", "/v1/batches", "{\"jobs\":[{\"queue\":\"QUEUE\"}]}", "add", PRODUCERS),
            row("GET /v1/batches", "/v1/batches", "", "", ALL),
            row("GET " + BATCH, "/v1/batches/QUEUE-b", "", "read", ALL),
            row("GET " + BATCH + "/results", "/v1/batches/QUEUE-b/results", "", "read", ALL),
            row(
                    "POST " + BATCH + "/jobs",
                    "/v1/batches/QUEUE-b/jobs",
                    "{\"jobs\":[{\"queue\":\"QUEUE\"}]}",
                    "add",
                    PRODUCERS),
            row("POST " + BATCH + "/close", "/v1/batches/QUEUE-b/close", "", "add", PRODUCERS),
            row("POST " + BATCH + "/cancel", "/v1/batches/QUEUE-b/cancel", "", "cancel", OPERATORS),
            row("POST " + BATCH + "/retry", "/v1/batches/QUEUE-b/retry", "", "retry", OPERATORS),
            row("GET /v1/webhooks", "/v1/webhooks", "", "webhook", NOBODY),
            row("GET " + WEBHOOK, "/v1/webhooks/w", "", "webhook", NOBODY),
            row("PUT " + WEBHOOK, "/v1/webhooks/w", HOOK, "webhook", NOBODY),
            row("DELETE " + WEBHOOK, "/v1/webhooks/w", "", "webhook", NOBODY),
            row("POST " + WEBHOOK + "/test", "/v1/webhooks/w/test", "", "webhook", NOBODY),
            row("GET /v1/limits", "/v1/limits", "", "", ALL),
            row("GET " + LIMIT, "/v1/limits/known", "", "", ALL),
            // A key counts over all queues, so that a right for some of them is not enough.
            row("PUT " + LIMIT, "/v1/limits/new", "{\"max_running\":2}", "configure", NOBODY),
            row("DELETE " + LIMIT, "/v1/limits/known", "", "configure", NOBODY),
            row("GET " + LIMIT + "/keys", "/v1/limits/known/keys", "", "read", NOBODY),
            row("GET /problems/{type}", "/problems/invalid", "", "", ALL));

    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
        assertThat(server.admin("PUT", "/v1/limits/known", "{\"max_running\":2}")
                        .statusCode())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_table_has_every_route() {
        Set<String> routes = new ApiDoor(ApiSettings.DEFAULTS, ServerReport.NODE_ALONE)
                .routes().stream().map(Route::label).collect(Collectors.toCollection(TreeSet::new));
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
                check(row, role, foreign, row.allowed.contains(role) && row.right.isEmpty());
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
            assertThat(answer.headers().firstValue("content-type")).as(what).hasValue("application/problem+json");
            assertThat(answer.body())
                    .as(what)
                    .startsWith(
                            "{\"type\":\"/problems/not-allowed\",\"title\":\"The right is missing\",\"status\":403,")
                    .containsPattern("\"right\":\"(" + row.right + ")\"");
            if (row.allowed.contains(role)) {
                assertThat(answer.body()).as(what).contains("\"queue\":\"" + jobs.queue + "\"");
            }
            assertThat(tried.stateNow()).as(what).isEqualTo(before);
        }
    }

    @Test
    void without_a_token_the_error_is_a_problem_too() {
        HttpResponse<String> answer = server.http("", "GET", "/v1/queues", "");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).startsWith("{\"type\":\"/problems/unauthenticated\"");
        assertThat(answer.headers().firstValue("www-authenticate")).isPresent();
        assertThat(answer.headers().firstValue("request-id")).isPresent();
    }

    @Test
    void viewers_see_neither_payloads_nor_results_nor_traces() {
        Jobs jobs = Jobs.in(OWN + ++queues);
        server.admin(
                "POST",
                "/v1/jobs/" + jobs.leased + "/fail",
                "{\"lease_token\":\"%s\",\"error\":{\"type\":\"T\",\"message\":\"hidden\",\"trace\":\"hidden\"},\"retry\":\"never\"}"
                        .formatted(jobs.token));
        for (String path : List.of(
                "/v1/jobs/" + jobs.leased, "/v1/jobs?queue=" + jobs.queue + "&include=payload,result,error,history")) {
            String shown = server.http("Bearer " + server.token(Role.VIEWER), "GET", path, "")
                    .body();
            assertThat(shown).contains(jobs.leased, "\"type\":\"T\"").doesNotContain("secret", "hidden");
            assertThat(server.admin("GET", path, "").body()).contains("secret", "hidden");
        }
    }

    @Test
    void a_change_of_many_jobs_leaves_out_those_of_other_queues_and_is_one_line_in_the_audit_log() throws Exception {
        Jobs own = Jobs.in(OWN + ++queues);
        Jobs foreign = Jobs.in(FOREIGN + ++queues);
        String filter = "{\"filter\":{\"state\":\"ready\",\"id_prefix\":\"%s\"},\"expected\":%d}";
        String operator = "Bearer " + server.token(Role.OPERATOR);
        HttpResponse<String> unseen =
                server.http(operator, "POST", "/v1/bulk/cancel", filter.formatted(foreign.queue, 0));
        assertThat(unseen.body()).isEqualTo("{\"matched\":0,\"changed\":0,\"skipped\":0,\"cursor\":null}");
        HttpResponse<String> cancelled =
                server.http(operator, "POST", "/v1/bulk/cancel", filter.formatted(own.queue, 1));
        assertThat(cancelled.body()).isEqualTo("{\"matched\":1,\"changed\":1,\"skipped\":0,\"cursor\":null}");
        assertThat(Files.readString(server.auditFile))
                .contains("\"action\":\"bulk cancel\",\"filter\":\"states=[READY] idPrefix=" + own.queue
                        + "\",\"count\":1}");
        assertThat(server.admin("GET", "/v1/audit?limit=1", "").body())
                .startsWith("{\"lines\":[{\"time\":")
                .contains("\"cursor\":\"");
        String next =
                server.admin("GET", "/v1/audit?limit=2", "").body().replaceAll(".*\"cursor\":\"([^\"]+)\".*", "$1");
        assertThat(server.admin("GET", "/v1/audit?limit=500&cursor=" + next, "").body())
                .contains("\"event\":\"login\"");
        assertThat(server.http("Bearer " + server.admin, "GET", "/v1/audit?cursor=x", "")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void everybody_learns_who_it_is_and_only_admins_everywhere_see_paths() {
        String me = server.http("Bearer " + server.token(Role.VIEWER), "GET", "/v1/me", "")
                .body();
        assertThat(me)
                .isEqualTo(
                        "{\"name\":\"viewer\",\"kind\":\"token\",\"role\":\"viewer\",\"rights\":[\"read\"],\"queues\":[\"own*\"]}");
        assertThat(server.admin("GET", "/v1/me", "").body()).contains("\"queues\":[\"*\"]", "\"flush\"");
        String file = "{\"key\":\"auth.file\",\"value\":";
        assertThat(server.http("Bearer " + server.token(Role.ADMIN), "GET", "/v1/settings", "")
                        .body())
                .contains(file + "null,\"source\":null,\"hidden\":true}", "{\"key\":\"bind\",\"value\":\"127.0.0.1\",");
        assertThat(server.admin("GET", "/v1/settings", "").body()).contains(file + "\"" + server.authFile + "\"");
    }

    @Test
    void the_server_tells_of_its_doors_journal_and_memory() {
        String told = server.admin("GET", "/v1/server", "").body();
        assertThat(told)
                .contains("{\"name\":\"http\",\"address\":\"127.0.0.1\",\"port\":" + server.port("http")
                        + ",\"tls\":false}")
                .contains("\"durability\":\"os\"", "\"ready\":true", "\"needed_bytes\":")
                .contains("\"growth_refused\":false", "\"certificate_expires_at\":null")
                .containsPattern("\"limit_bytes\":[1-9]")
                .containsPattern("\"position\":[1-9]");
        assertThat(server.admin("GET", "/v1/nodes", "").body()).contains("\"role\":\"single\"");
    }

    @Test
    void a_worker_of_foreign_queues_is_not_shown() {
        Jobs own = Jobs.in(OWN + ++queues);
        Jobs foreign = Jobs.in(FOREIGN + ++queues);
        String workers = server.http("Bearer " + server.token(Role.VIEWER), "GET", "/v1/workers?limit=500", "")
                .body();
        assertThat(workers)
                .contains("{\"name\":\"" + own.queue
                        + "-w\",\"door\":\"api\",\"address\":\"127.0.0.1\",\"identity\":\"everywhere\"")
                .contains("\"jobs_held\":1,")
                .doesNotContain(foreign.queue);
    }

    @Test
    void of_a_worker_of_own_and_foreign_queues_the_foreign_ones_are_counted() {
        server.admin(
                "POST", "/v1/acquire", "{\"queues\":[\"own-a\",\"foreign-a\",\"foreign-b\"],\"worker\":\"shared-w\"}");
        String viewer = "Bearer " + server.token(Role.VIEWER);
        assertThat(server.http(viewer, "GET", "/v1/workers?limit=500", "").body())
                .containsPattern("\"shared-w\",[^{}]*\"queues\":\\[\"own-a\"],\"hidden_queues\":2,")
                .doesNotContain("foreign-a");
        assertThat(server.admin("GET", "/v1/workers?limit=500", "").body()).doesNotContain("hidden_queues");
        String operator = "Bearer " + server.token(Role.OPERATOR);
        assertThat(server.http(operator, "POST", "/v1/workers/shared-w/quiet", "")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void of_the_jobs_that_wait_for_a_job_those_in_foreign_queues_are_not_shown() {
        String jobs =
                "{\"jobs\":[{\"queue\":\"own\",\"id\":\"head\"},{\"queue\":\"foreign\",\"id\":\"out\",\"depends_on\":[\"head\"]},"
                        + "{\"queue\":\"own\",\"id\":\"in\",\"depends_on\":[\"head\"]}]}";
        server.admin("POST", "/v1/bulk/add", jobs);
        String path = "/v1/jobs/head?include=dependencies";
        assertThat(server.admin("GET", path, "").body()).endsWith("\"dependents\":[\"out\",\"in\"]}");
        assertThat(server.http("Bearer " + server.token(Role.VIEWER), "GET", path, "")
                        .body())
                .endsWith("\"dependents\":[\"in\"]}");
    }

    @Test
    void a_job_for_a_foreign_queue_does_not_keep_others_from_being_added() {
        String jobs = "{\"jobs\":[{\"queue\":\"foreign\",\"id\":\"f\"},{\"queue\":\"own\",\"id\":\"o\"}]%s}";
        String producer = "Bearer " + server.token(Role.PRODUCER);
        assertThat(server.http(producer, "POST", "/v1/bulk/add", jobs.formatted(",\"all_or_none\":true"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.http(producer, "POST", "/v1/bulk/add", jobs.formatted(""))
                        .body())
                .startsWith("{\"results\":[{\"problem\":{\"type\":\"/problems/not-allowed\"")
                .endsWith("{\"id\":\"o\",\"created\":true}]}");
        assertThat(server.http("Bearer " + server.admin, "GET", "/v1/jobs/f", "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_report_on_a_foreign_job_does_not_keep_others_from_being_finished() {
        Jobs own = Jobs.in(OWN + ++queues);
        Jobs foreign = Jobs.in(FOREIGN + ++queues);
        String item = "{\"id\":\"%s\",\"lease_token\":\"%s\",\"complete\":{}}";
        HttpResponse<String> answer = server.http(
                "Bearer " + server.token(Role.WORKER),
                "POST",
                "/v1/bulk/finish",
                "{\"jobs\":[" + item.formatted(foreign.leased, foreign.token) + ","
                        + item.formatted(own.leased, own.token) + "]}");
        assertThat(answer.body())
                .contains("\"type\":\"/problems/not-allowed\"", "\"queue\":\"" + foreign.queue + "\"")
                .endsWith("{\"id\":\"" + own.leased + "\",\"state\":\"completed\"}]}");
    }

    @Test
    void an_admin_of_all_queues_changes_webhooks_and_the_audit_log_tells() throws Exception {
        server.admin("PUT", "/v1/webhooks/audited", HOOK);
        assertThat(server.admin("GET", "/v1/webhooks/audited", "").body()).doesNotContain("whsec_");
        assertThat(server.admin("GET", "/v1/webhooks", "").body()).contains("audited");
        server.admin("DELETE", "/v1/webhooks/audited", "");
        assertThat(Files.readString(server.auditFile))
                .contains("\"action\":\"put webhook\",\"targets\":[\"webhook audited\"]")
                .doesNotContain("whsec_");
    }

    @Test
    void what_operators_change_is_in_the_audit_log() throws Exception {
        Jobs jobs = Jobs.in(OWN + ++queues);
        HttpResponse<String> cancelled =
                server.http("Bearer " + server.token(Role.OPERATOR), "POST", "/v1/jobs/" + jobs.ready + "/cancel", "");
        assertThat(cancelled.statusCode()).isEqualTo(200);
        assertThat(Files.readString(server.auditFile))
                .contains("\"action\":\"cancel\",\"targets\":[\"job " + jobs.ready + "\"]");
    }

    /** A new queue with a ready job and a leased job. */
    private record Jobs(String queue, String ready, String leased, String token) {
        static Jobs in(String queue) {
            String job = "{\"queue\":\"%s\",\"id\":\"%s\",\"payload\":\"secret\",\"headers\":{\"h\":\"secret\"}}";
            server.admin("POST", "/v1/jobs", job.formatted(queue, queue + "-l"));
            String token = server.admin(
                            "POST",
                            "/v1/acquire",
                            "{\"queues\":[\"%s\"],\"worker\":\"%s-w\",\"lease\":\"1h\"}".formatted(queue, queue))
                    .body()
                    .replaceAll(".*\"lease_token\":\"([^\"]+)\".*", "$1");
            server.admin("POST", "/v1/jobs", job.formatted(queue, queue + "-r"));
            server.admin("PUT", "/v1/schedules/" + queue, SCHEDULED.replace("QUEUE", queue));
            String batch = "{\"id\":\"%s-b\",\"open\":true,\"jobs\":[{\"queue\":\"%s\",\"delay\":\"1h\"}]}";
            server.admin("POST", "/v1/batches", batch.formatted(queue, queue));
            return new Jobs(queue, queue + "-r", queue + "-l", token);
        }

        String fill(String text) {
            return text.replace("ADMIN", server.admin)
                    .replace("QUEUE", queue)
                    .replace("READY", ready)
                    .replace("LEASED", leased)
                    .replace("TOKEN", token);
        }

        /** All that can be changed. */
        String state() {
            return Stream.of("/v1/queues/" + queue, "/v1/jobs/" + ready, "/v1/jobs/" + leased, "/v1/schedules/" + queue)
                    .map(path -> server.admin("GET", path, "")
                            .body()
                            .replaceAll("\"(oldest_seconds|added_per_second)\":[^,]+", ""))
                    .collect(Collectors.joining("\n"));
        }
    }
}
