package dev.reeve.server.dashboard;

import static dev.reeve.server.dashboard.DashboardServer.GONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Every page of the dashboard in a real browser, at a server with 100,000 jobs: what it shows, and what its buttons change. */
@Timeout(300)
class DashboardIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** It has more digits than a number has in a browser. */
    private static final String LONG_NUMBER = "12345678901234567890";

    private static final String NEVER = "\"fail\":{\"retry\":\"never\",\"error\":{\"type\":\"%s\",\"message\":\"%s\"}}";

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final DashboardVisit visit = new DashboardVisit();

    private static DashboardServer server;
    private static DashboardBrowser browser;
    private static AskingButtons buttons;

    @BeforeAll
    static void start() throws Exception {
        server = visit.at(new DashboardServer(folder));
        fill();
        browser = visit.login(folder);
        buttons = new AskingButtons(browser, server);
    }

    private static void fill() {
        server.add("mail", 60_000, ",\"type\":\"email.send\"");
        server.add("sms", 30_000, ",\"type\":\"sms.send\",\"tags\":[\"eu\"]");
        server.add("images", 9_000, ",\"type\":\"image.resize\",\"delay\":\"2h\"");
        server.add("reports", 1_000, ",\"type\":\"report.render\"");
        server.add("bulk", 120, "");
        server.add("old", 7, "");
        server.add("scratch", 3, "");
        server.add("single", 4, ",\"priority\":1");
        server.add("letters", 460, ",\"type\":\"letter.print\"");
        server.work("letters", 230, NEVER.formatted("PaperJam", "tray 2 is stuck"));
        server.work("letters", 230, NEVER.formatted("PaperJam", "tray 3 is stuck"));
        server.work("mail", 400, NEVER.formatted("SMTPException", "450 mailbox busy"));
        server.work("mail", 60, NEVER.formatted("Timeout", "no answer within 30 s"));
        server.work("mail", 500, "\"complete\":{\"result\":{\"sent\":true}}");
        server.work("bulk", 120, NEVER.formatted("BulkError", "for the test of many"));
        server.work("old", 7, NEVER.formatted("Gone", "the file is gone"));
        server.work("single", 1, NEVER.formatted("Broken", "it broke"));
        server.take("reports", 5, "web-2/1");
        server.call("POST", "/v1/queues/images/pause", "{}");
        server.call(
                "PUT",
                "/v1/schedules/nightly",
                "{\"cron\":\"30 2 * * *\",\"zone\":\"Europe/Berlin\",\"job\":{\"queue\":\"nightly\",\"payload\":{\"all\":"
                        + LONG_NUMBER + "},\"unique\":{\"key\":\"nightly\"},\"max_attempts\":3}}");
        server.call("PUT", "/v1/schedules/cleanup", "{\"every\":\"1h\",\"job\":{\"queue\":\"cleanup\"}}");
    }

    @Test
    void overview_shows_what_happens_and_what_needs_a_look() throws Exception {
        browser.open("overview", "Needs a look");
        browser.awaitText("ready in sms, and no worker waits");
        browser.awaitText("Busiest queues");
        await().atMost(PATIENCE).until(() -> browser.count("#course canvas") == 1);
        int before = server.get("/v1/queues/reports").get("completed").asInt();
        server.work("reports", 20, "\"complete\":{}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.attribute(".tile.completed dd", "textContent"))
                        .isEqualTo(Integer.toString(500 + before + 20)));
        browser.inspect("overview");
        browser.reload("Needs a look");
        browser.click("Show as a table");
        browser.awaitText("From");
    }

    @Test
    void queues_can_be_found_paused_resumed_and_purged() throws Exception {
        browser.open("queues", "30,000");
        browser.inspect("queues");
        browser.click("ready");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(firstRow()).startsWith("mail"));
        browser.click("ready↓");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(firstRow()).doesNotStartWith("mail"));
        browser.click("failed");
        browser.reload("↓");
        assertThat(firstRow()).matches("(mail|letters).*");
        browser.open("queues", "30,000");
        browser.type("input[type=search]", "sms");
        browser.awaitGone("images");
        assertThat(browser.address()).contains("name=sms");
        buttons.pressAndConfirm("Pause sms", "/v1/queues/sms", "/paused", "false", "true");
        browser.awaitText("sms is paused.");
        browser.reload("paused");
        assertThat(browser.text()).doesNotContain("images");
        browser.click("Resume sms");
        server.await("/v1/queues/sms", "/paused", "false");
        browser.open("queues", "scratch");
        buttons.press("Purge scratch", "/v1/queues/scratch", "/ready", "3");
        browser.type("dialog input[name=typed]", "scrat");
        assertThat(browser.mayConfirm()).isFalse();
        browser.type("dialog input[name=typed]", "scratch");
        browser.confirm();
        server.await("/v1/queues/scratch", "/ready", "0");
        browser.awaitText("scratch has no more jobs that are ready.");
        browser.open("queue/scratch", "Defaults for new jobs");
        buttons.press("Delete scratch", "/v1/queues/scratch", "/name", "scratch");
        assertThat(browser.mayConfirm()).isFalse();
        browser.type("dialog input[name=typed]", "scratch");
        browser.confirm();
        browser.awaitText("scratch is deleted.");
        server.await("/v1/queues/scratch", "/name", GONE);
    }

    private static String firstRow() {
        return browser.attribute("tbody th", "textContent");
    }

    @Test
    void the_theme_is_that_of_the_system_unless_the_reader_chooses() {
        String background = "return getComputedStyle(document.body).backgroundColor";
        String choice = "const choice = document.querySelector('.theme select'); choice.value = '%s';"
                + "choice.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.open("overview", "Needs a look");
        browser.script(choice.formatted("system"));
        browser.systemTheme("light");
        Object light = browser.script(background);
        browser.systemTheme("dark");
        Object dark = browser.script(background);
        assertThat(dark).isNotEqualTo(light);
        browser.script(choice.formatted("light"));
        browser.reload("Needs a look");
        assertThat(browser.script(background)).isEqualTo(light);
        browser.script(choice.formatted("system"));
        assertThat(browser.script(background)).isEqualTo(dark);
        browser.systemTheme("light");
    }

    @Test
    void a_queue_shows_its_course_and_settings() throws Exception {
        browser.open("queue/images", "Defaults for new jobs");
        browser.awaitText("paused");
        await().atMost(PATIENCE).until(() -> browser.count("#course canvas") == 1);
        browser.inspect("queue");
        buttons.press("Change images", "/v1/queues/images", "/settings/lease", "1m");
        browser.type("dialog input[name=lease]", "soon");
        browser.type("dialog input[name=backoff]", "1s, 5s");
        browser.inspect("queue-change");
        browser.confirm();
        browser.awaitText("Not done: lease: ");
        assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("422"));
        browser.type("dialog input[name=lease]", "2m");
        browser.confirm();
        browser.awaitText("The defaults of images are set.");
        assertThat(server.get("/v1/queues/images").get("settings").toString())
                .contains(
                        "\"lease\":\"2m\"",
                        "\"backoff\":[\"1s\",\"5s\"]",
                        "\"max_attempts\":20",
                        "\"failed\":\"30days\"");
        browser.click("Resume images");
        server.await("/v1/queues/images", "/paused", "false");
        browser.reload("9,000");
        server.call("POST", "/v1/queues/images/pause", "{}");
    }

    @Test
    void jobs_are_found_by_filters_and_changed_by_the_filter() throws Exception {
        browser.open("jobs?queue=letters&state=failed", "460 jobs");
        assertThat(browser.count("tbody tr")).isEqualTo(50);
        browser.inspect("jobs");
        browser.click("Next page");
        browser.awaitText("First page");
        browser.reload("First page");
        assertThat(browser.complaints()).isEmpty();
        browser.click("Add a job…");
        browser.type("dialog input[name=queue]", "typed");
        browser.type("dialog textarea[name=payload]", "{\"n\":" + LONG_NUMBER + "}");
        browser.click("More fields");
        browser.type("dialog input[name=tags]", "by-hand, eu");
        browser.inspect("jobs-add");
        browser.confirm();
        browser.awaitText("is added.");
        browser.awaitText("\"n\": " + LONG_NUMBER);
        assertThat(server.get("/v1/jobs?queue=typed&include=payload").toString())
                .contains("{\"n\":" + LONG_NUMBER + "}", "[\"by-hand\",\"eu\"]");
        browser.open("jobs?order=due", "needs a queue");
        assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("422"));
        browser.open("jobs", "More filters");
        browser.type("input[name=queue]", "bulk");
        browser.script("document.querySelector('input[name=state][value=failed]').click()");
        browser.click("Apply");
        browser.awaitText("120 jobs");
        assertThat(browser.address()).contains("queue=bulk", "state=failed");
        buttons.press("Retry all…", "/v1/queues/bulk", "/failed", "120");
        browser.awaitText("Retry 120 jobs?");
        browser.inspect("jobs-bulk");
        browser.confirm();
        browser.awaitText("120 jobs retried.");
        server.await("/v1/queues/bulk", "/ready", "120");
        browser.awaitText("No job matches these filters.");
        browser.open("jobs?queue=bulk&state=ready", "120 jobs");
        buttons.press("Move all…", "/v1/queues/bulk", "/ready", "120");
        browser.type("dialog input[name=to]", "moved");
        browser.confirm();
        browser.awaitText("120 jobs moved.");
        browser.open("jobs?queue=moved&state=ready", "120 jobs");
        buttons.pressAndConfirm("Cancel all…", "/v1/queues/moved", "/cancelled", "0", "120");
        browser.awaitText("120 jobs cancelled");
        browser.open("jobs?queue=moved&state=cancelled", "120 jobs");
        buttons.pressAndConfirm("Delete all…", "/v1/queues/moved", "/cancelled", "120", "0");
        browser.awaitText("120 jobs deleted.");
    }

    @Test
    void a_job_tells_its_story_and_can_be_retried_changed_cancelled_and_deleted() throws Exception {
        browser.open("job/single-0", "Broken");
        assertThat(browser.text()).contains("it broke", "\"to\": \"person 0\"", "History");
        browser.inspect("job");
        buttons.pressAndConfirm("Retry…", "/v1/jobs/single-0", "/state", "failed", "ready");
        browser.awaitText("For a worker: it is ready.");
        browser.click("Change…");
        browser.type("dialog input[name=priority]", "-7");
        browser.confirm();
        server.await("/v1/jobs/single-0", "/priority", "-7");
        browser.click("Copy as curl");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.attribute("dialog textarea", "value"))
                        .contains("/v1/jobs", "\"queue\":\"single\"", "person 0"));
        browser.click("Close");
        buttons.pressAndConfirm("Cancel…", "/v1/jobs/single-0", "/state", "ready", "cancelled");
        browser.reload("cancel by ann");
        buttons.pressAndConfirm("Delete…", "/v1/jobs/single-0", "/state", "cancelled", GONE);
        browser.awaitText("The job is deleted.");
    }

    @Test
    void a_worker_can_be_asked_to_stop_and_its_job_be_taken_away() {
        JsonNode job = server.take("single", 1, "web-3/3").get(0);
        String id = job.get("id").asText();
        browser.open("job/" + id, "web-3/3");
        assertThat(browser.text()).doesNotContain("Cancel asked for");
        buttons.press("Cancel…", "/v1/jobs/" + id, "/cancel_requested_at", "null");
        browser.confirm();
        browser.awaitText("The worker is asked to stop.");
        assertThat(server.value("/v1/jobs/" + id, "/cancel_requested_at")).startsWith("2");
        browser.awaitText("Cancel asked for");
        buttons.pressAndConfirm("Take away and cancel…", "/v1/jobs/" + id, "/state", "leased", "cancelled");
        browser.reload("cancelled");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void failures_are_grouped_and_retried_or_deleted_together() throws Exception {
        browser.open("failures", "450 mailbox busy");
        browser.inspect("failures");
        buttons.press("Delete all: old/Gone", "/v1/queues/old", "/failed", "7");
        browser.awaitText("Delete 7 jobs?");
        browser.confirm();
        browser.awaitText("7 jobs deleted.");
        server.await("/v1/queues/old", "/failed", "0");
        browser.awaitGone("the file is gone");
        buttons.press("Retry all: mail/Timeout", "/v1/queues/mail", "/failed", "460");
        browser.type("dialog input[name=spread]", "10m");
        browser.confirm();
        browser.awaitText("60 jobs retried.");
        browser.reload("450 mailbox busy");
        browser.awaitGone("no answer within 30 s");
        assertThat(server.get("/v1/jobs?queue=mail&state=scheduled&limit=500")
                        .get("jobs")
                        .size())
                .as("they come back one after the other")
                .isGreaterThan(50);
    }

    @Test
    void schedules_show_their_next_runs_and_can_be_run_and_paused() throws Exception {
        browser.open("schedules", "30 2 * * *");
        browser.inspect("schedules");
        browser.click("Run now: nightly");
        browser.awaitText("Job nightly@");
        assertThat(server.get("/v1/schedules/nightly").get("last")).hasSize(1);
        buttons.pressAndConfirm("Pause nightly", "/v1/schedules/nightly", "/paused", "false", "true");
        browser.reload("paused");
        browser.click("Resume nightly");
        server.await("/v1/schedules/nightly", "/paused", "false");
        browser.click("Create a schedule…");
        browser.type("dialog input[name=name]", "weekly");
        browser.type("dialog input[name=cron]", "61 6 * * 1");
        browser.inspect("schedules-create");
        browser.confirm();
        browser.awaitText("Not done: cron: ");
        assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("422"));
        assertThat(server.value("/v1/schedules/weekly", "/cron")).isEqualTo(GONE);
        browser.type("dialog input[name=cron]", "0 6 * * 1");
        browser.confirm();
        browser.awaitText("The schedule weekly is set.");
        server.await("/v1/schedules/weekly", "/cron", "0 6 * * 1");
        JsonNode job = server.get("/v1/schedules/nightly").get("job");
        buttons.press("Change nightly", "/v1/schedules/nightly", "/cron", "30 2 * * *");
        browser.type("dialog input[name=cron]", "45 2 * * *");
        browser.confirm();
        server.await("/v1/schedules/nightly", "/cron", "45 2 * * *");
        assertThat(server.get("/v1/schedules/nightly").get("job"))
                .as("what was not touched")
                .isEqualTo(job);
        assertThat(job.toString()).contains(LONG_NUMBER, "\"unique\":{\"key\":\"nightly\"}");
        browser.open("schedule/nightly", "Last jobs");
        browser.awaitText("nightly@");
        browser.inspect("schedule");
        browser.reload("Last jobs");
        assertThat(browser.complaints()).isEmpty();
        browser.open("schedule/cleanup", "every 1h");
        buttons.pressAndConfirm("Delete cleanup", "/v1/schedules/cleanup", "/name", "cleanup", GONE);
        browser.awaitText("cleanup is deleted.");
    }

    @Test
    void workers_can_be_made_quiet() throws Exception {
        browser.open("workers", "web-2/1");
        browser.inspect("workers");
        browser.click("Make quiet: web-2/1");
        browser.awaitText("Make web-2/1 quiet?");
        assertThat(isQuiet()).isFalse();
        browser.confirm();
        browser.awaitText("web-2/1 gets no more jobs.");
        assertThat(isQuiet()).isTrue();
        browser.reload("quiet");
        browser.click("End quiet: web-2/1");
        browser.awaitText("web-2/1 gets jobs again.");
        assertThat(isQuiet()).isFalse();
    }

    private static boolean isQuiet() {
        for (JsonNode worker : server.get("/v1/workers").get("workers")) {
            if (worker.get("name").asText().equals("web-2/1")) {
                return worker.get("quiet").asBoolean();
            }
        }
        throw new AssertionError("there is no such worker");
    }

    @Test
    void nodes_settings_and_audit_are_shown() throws Exception {
        browser.open("nodes", "single");
        browser.awaitText("Durability");
        browser.inspect("nodes");
        browser.reload("Durability");
        browser.open("settings", "durability");
        browser.inspect("settings");
        browser.type("input[type=search]", "auth.file");
        browser.awaitGone("durability");
        browser.reload("auth.file");
        assertThat(browser.address()).contains("text=auth.file");
        browser.open("audit", "user ann");
        browser.inspect("audit");
        browser.reload("user ann");
    }

    @Test
    void tokens_are_created_shown_once_and_revoked() throws Exception {
        browser.open("tokens", "viewer");
        browser.inspect("tokens");
        browser.click("Create a token…");
        browser.type("dialog input[name=name]", "ci");
        browser.type("dialog input[name=queues]", "mail*, sms");
        browser.confirm();
        browser.awaitText("it is not shown again");
        String token = browser.attribute("dialog textarea", "value");
        assertThat(server.send("GET", "/v1/me", "", "authorization", "Bearer " + token)
                        .body())
                .contains("\"name\":\"ci\"", "\"role\":\"viewer\"", "[\"mail*\",\"sms\"]");
        browser.click("Close");
        browser.reload("mail*, sms");
        browser.click("Revoke ci");
        browser.awaitText("Revoke ci?");
        assertThat(statusFor(token)).isEqualTo(200);
        browser.confirm();
        browser.awaitText("Token ci is revoked.");
        assertThat(statusFor(token)).isEqualTo(401);
    }

    private static int statusFor(String token) {
        return server.send("GET", "/v1/me", "", "authorization", "Bearer " + token)
                .statusCode();
    }

    @Test
    void who_may_only_read_sees_no_buttons_and_a_wrong_password_no_page() throws Exception {
        browser.open("queues", "Pause");
        browser.logout();
        browser.complaints();
        browser.inspect("login");
        browser.type("input[name=name]", "ann");
        browser.type("input[name=password]", "wrong");
        browser.press(Keys.ENTER);
        browser.awaitText("Name, password or token are wrong.");
        browser.loginWithToken(server.viewer, "viewer");
        browser.complaints();
        browser.open("queues", "30,000");
        assertThat(browser.text()).doesNotContain("Pause", "Purge", "Tokens", "Audit");
        browser.open("jobs?queue=mail&state=failed", "jobs");
        assertThat(browser.text()).doesNotContain("Retry all", "Delete all");
        browser.open("job/mail-0", "History");
        assertThat(browser.text()).doesNotContain("Retry…", "Delete…", "person 0");
        browser.open("workers", "web-2/1");
        assertThat(browser.text()).doesNotContain("Make quiet");
        assertThat(browser.complaints()).isEmpty();
        browser.reload("web-2/1");
        browser.logout();
        browser.login("ann", DashboardServer.PASSWORD);
        browser.complaints();
    }

    @Test
    void pages_fit_a_phone_and_a_wall() throws Exception {
        List<String> pages = List.of(
                "overview",
                "queues",
                "queue/mail",
                "jobs?queue=mail&state=failed",
                "job/mail-0",
                "failures",
                "schedules",
                "schedule/nightly",
                "workers",
                "nodes",
                "settings",
                "tokens",
                "audit");
        browser.fit(pages);
        browser.resize(DashboardBrowser.WALL, DashboardBrowser.WALL_HEIGHT);
        browser.open("overview", "Needs a look");
        browser.inspect("at-3840");
        browser.resize(DashboardBrowser.PHONE, DashboardBrowser.PHONE_HEIGHT);
        browser.open("jobs?queue=mail&state=failed", "email.send");
        browser.inspect("at-360");
    }

    @Test
    void the_keyboard_leads_everywhere() {
        browser.open("overview", "Needs a look");
        browser.reload("Needs a look");
        browser.press(Keys.TAB);
        assertThat(browser.script("return document.activeElement.textContent")).isEqualTo("Skip to content");
        browser.press(Keys.ENTER);
        assertThat(browser.script("return document.activeElement.id")).isEqualTo("main");
        browser.script("document.querySelector('nav a[href=\"#/queues\"]').focus()");
        browser.press(Keys.ENTER);
        browser.awaitText("Filter by name");
        await().atMost(PATIENCE).until(() -> "H1".equals(browser.script("return document.activeElement.tagName")));
        browser.click("Pause sms");
        assertThat(browser.script("return document.activeElement.closest('dialog') !== null"))
                .isEqualTo(true);
        browser.press(Keys.ESCAPE);
        await().atMost(PATIENCE).until(() -> browser.count("dialog") == 0);
        assertThat(server.get("/v1/queues/sms").get("paused").asBoolean()).isFalse();
    }
}
