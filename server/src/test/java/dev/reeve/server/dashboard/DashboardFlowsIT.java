package dev.reeve.server.dashboard;

import static dev.reeve.server.dashboard.DashboardServer.GONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.client.FlakyProxy;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TlsFolder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * Batches, limits, webhooks and workflows in a real browser, at a server with 100,000 jobs and TLS whose certificate ends soon;
 * and a server that is full.
 */
@Timeout(300)
class DashboardFlowsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String BATCH = "/v1/batches/b-17";
    private static final String LIMIT = "/v1/limits/tenant:*";
    private static final String WEBHOOK = "/v1/webhooks/ops";

    @TempDir
    private static Path folder;

    private static final List<String> received = new CopyOnWriteArrayList<>();
    private static HttpServer receiver;

    @RegisterExtension
    static final DashboardVisit visit = new DashboardVisit();

    private static DashboardServer server;
    private static DashboardBrowser browser;
    private static AskingButtons buttons;

    @BeforeAll
    static void start() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            boolean signed = exchange.getRequestHeaders().containsKey("webhook-signature");
            received.add(exchange.getRequestURI() + (signed ? " signed" : ""));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        TlsFolder tls = new TlsFolder(folder);
        tls.use(tls.authority().issue("CN=reeve", Duration.ofDays(10)));
        server = visit.at(new DashboardServer(folder, tls, "webhooks.allow=[\"127.0.0.1\"]"));
        fill();
        browser = visit.login(folder);
        buttons = new AskingButtons(browser, server);
    }

    private static void fill() {
        server.add("mass", 100_000, "");
        server.call(
                "POST",
                "/v1/batches",
                "{\"id\":\"b-17\",\"jobs\":[{\"queue\":\"pages\",\"id\":\"page-1\",\"key\":\"fetch\",\"type\":\"page.fetch\"},"
                        + "{\"queue\":\"pages\",\"id\":\"render-1\",\"key\":\"render\",\"type\":\"page.render\",\"depends_on\":[\"fetch\"]},"
                        + "{\"queue\":\"pages\",\"id\":\"print-1\",\"key\":\"print\",\"type\":\"page.print\",\"depends_on\":[\"render\"]},"
                        + "{\"queue\":\"covers\",\"id\":\"cover-1\",\"type\":\"cover.draw\"}],"
                        + "\"on_success\":{\"queue\":\"reports\"}}");
        server.work(
                "pages", 1, "\"fail\":{\"retry\":\"never\",\"error\":{\"type\":\"Broken\",\"message\":\"it broke\"}}");
        server.call(
                "POST",
                "/v1/batches",
                "{\"id\":\"done-1\",\"jobs\":[{\"queue\":\"quick\"},{\"queue\":\"quick\"}],\"on_complete\":{\"queue\":\"reports\"}}");
        server.work("quick", 2, "\"complete\":{}");
        server.call("PUT", LIMIT, "{\"max_running\":1,\"rate\":{\"count\":100,\"per\":\"1m\",\"burst\":20}}");
        server.call("PUT", "/v1/limits/region:*", "{\"ordered\":true}");
        server.add("tenants", 3, ",\"limit_key\":\"tenant:7\"");
        server.add("regions", 5, ",\"limit_key\":\"region:eu\"");
        server.take("tenants", 1, "web-1/1");
        server.take("regions", 1, "web-1/2");
    }

    @AfterAll
    static void stop() {
        receiver.stop(0);
    }

    @Test
    void batches_show_their_progress_and_failed_jobs_and_are_retried_and_cancelled() throws Exception {
        browser.open("batches", "b-17");
        browser.awaitText("3 of 4");
        browser.inspect("batches");
        browser.reload("3 of 4");
        browser.type("input[name=id]", "done-1");
        browser.press(Keys.ENTER);
        browser.awaitText("Batch done-1");
        browser.awaitText("2 of 2");
        browser.open("batch/b-17", "Failed jobs");
        assertThat(browser.text()).contains("Broken: it broke", "cancelled because job page-1 failed", "not yet");
        browser.inspect("batch");
        buttons.pressAndConfirm("Retry b-17", BATCH, "/failed", "1", "0");
        browser.awaitText("What did not complete in b-17 is retried.");
        browser.awaitText("0 of 4");
        buttons.pressAndConfirm("Cancel b-17", BATCH, "/pending", "4", "0");
        browser.awaitText("b-17 is cancelled.");
        browser.reload("incomplete");
        assertThat(server.value("/v1/jobs/print-1", "/state")).isEqualTo("cancelled");
        browser.open("job/print-1", "b-17");
        browser.click("b-17");
        browser.awaitText("Batch b-17");
    }

    @Test
    void a_job_shows_its_workflow_by_level() throws Exception {
        server.call(
                "POST",
                "/v1/batches",
                "{\"id\":\"book\",\"jobs\":[{\"queue\":\"books\",\"id\":\"text\",\"key\":\"write\"},"
                        + "{\"queue\":\"books\",\"id\":\"set\",\"depends_on\":[\"write\"]},"
                        + "{\"queue\":\"books\",\"id\":\"press\",\"depends_on\":[\"write\",\"set\",\"paper\"]},"
                        + "{\"queue\":\"books\",\"id\":\"paper\",\"key\":\"paper\"},"
                        + "{\"queue\":\"books\",\"id\":\"bind\",\"depends_on\":[\"press\"]}]}");
        server.call("POST", "/v1/jobs", "{\"queue\":\"shops\",\"id\":\"sell\",\"depends_on\":[\"press\"]}");
        server.work("books", 1, "\"complete\":{}");
        browser.open("job/press", "Job press");
        assertThat(workflow())
                .containsExactly(
                        "2 before, text write, completed, –",
                        "1 before, set, ready, –",
                        "1 before, paper paper, ready, –",
                        "this job, press, depends, waits for job set; jobs to wait for: 2",
                        "1 after, bind, depends, waits for job press",
                        "1 after, sell, depends, waits for job press");
        assertThat(browser.text()).contains("waits for job set; jobs to wait for: 2");
        browser.inspect("job-workflow");
        browser.click("text");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(workflow()).startsWith("this job, text write, completed, –"));
        assertThat(workflow())
                .contains("1 after, set, ready, –", "2 after, press, depends, waits for job set; jobs to wait for: 2");
        browser.open("job/sell", "Job sell");
        assertThat(workflow())
                .containsExactly(
                        "3 before, text write, completed, –",
                        "2 before, set, ready, –",
                        "2 before, paper paper, ready, –",
                        "1 before, press, depends, waits for job set; jobs to wait for: 2",
                        "this job, sell, depends, waits for job press");
        server.call("DELETE", "/v1/jobs/sell", "");
        browser.open("job/cover-1", "Job cover-1");
        assertThat(browser.text()).doesNotContain("Workflow");
    }

    /** The rows of the workflow: level, job, state and why it waits. */
    private static List<String> workflow() {
        Object rows = browser.script(
                "return [...document.querySelectorAll('[aria-label=Workflow] tbody tr')].map(row =>"
                        + " [0, 1, 4, 6].map(i => row.children[i].textContent.trim().replace(/\\s+/g, ' ')).join(', '))");
        return ((List<?>) rows).stream().map(String::valueOf).toList();
    }

    @Test
    void limits_show_their_busiest_keys_and_are_created_changed_and_deleted() throws Exception {
        browser.open("limits", "100 in 1m, 20 at once");
        browser.inspect("limits");
        browser.click("Create a limit…");
        browser.awaitQuestion();
        browser.inspect("limits-create");
        browser.type("dialog input[name=pattern]", "api");
        browser.type("dialog input[name=max_running]", "5");
        assertThat(server.value("/v1/limits/api", "")).isEqualTo(GONE);
        browser.confirm();
        browser.awaitText("The limit api is set.");
        server.await("/v1/limits/api", "/max_running", "5");
        browser.open("limit/tenant%3A*", "tenant:7");
        browser.inspect("limit");
        browser.reload("tenant:7");
        buttons.press("Change tenant:*", LIMIT, "/max_running", "1");
        browser.type("dialog input[name=max_running]", "3");
        browser.confirm();
        browser.awaitText("The limit tenant:* is set.");
        server.await(LIMIT, "/max_running", "3");
        server.await(LIMIT, "/rate/burst", "20");
        server.await("/v1/queues/tenants", "/throttled", "0");
        buttons.pressAndConfirm("Delete tenant:*", LIMIT, "/pattern", "tenant:*", GONE);
        browser.awaitText("The limit tenant:* is deleted.");
        browser.reload("region:*");
        browser.click("Jobs that wait for a limit");
        browser.awaitText("4 jobs");
    }

    @Test
    void webhooks_are_created_tested_changed_and_deleted() throws Exception {
        String address = "http://127.0.0.1:" + receiver.getAddress().getPort();
        browser.open("webhooks", "There are no webhooks");
        browser.click("Create a webhook…");
        browser.type("dialog input[name=name]", "ops");
        browser.type("dialog input[name=url]", address + "/first");
        browser.type("dialog input[name=queues]", "mail*, sms");
        browser.inspect("webhooks-create");
        assertThat(server.value(WEBHOOK, "/name")).isEqualTo(GONE);
        browser.confirm();
        browser.awaitText("Webhook ops is created.");
        assertThat(server.get(WEBHOOK).toString())
                .contains("/first\"", "\"events\":[\"job.failed\"]", "\"queues\":[\"mail*\",\"sms\"]");
        browser.click("Send a test: ops");
        browser.awaitText("A test for ops is on its way.");
        await().atMost(PATIENCE).until(() -> received.contains("/first signed"));
        buttons.press("Change ops", WEBHOOK, "/url", address + "/first");
        browser.type("dialog input[name=url]", address + "/second");
        browser.script("document.querySelector('dialog input[value=\"job.added\"]').click()");
        browser.confirm();
        browser.awaitText("Webhook ops is changed.");
        assertThat(server.get(WEBHOOK).get("events").toString()).isEqualTo("[\"job.added\",\"job.failed\"]");
        server.add("mail", 1, "");
        await().atMost(PATIENCE).until(() -> received.contains("/second signed"));
        server.await("/v1/jobs/ops:2", "/state", "completed");
        browser.reload("Last deliveries");
        browser.awaitText("mail-0");
        browser.inspect("webhooks");
        buttons.pressAndConfirm("Delete ops", WEBHOOK, "/name", "ops", GONE);
        browser.awaitText("Webhook ops is deleted.");
        browser.reload("There are no webhooks");
    }

    @Test
    void who_may_only_read_sees_batches_and_limits_without_buttons_and_no_webhooks() {
        browser.open("overview", "Webhooks");
        browser.logout();
        browser.loginWithToken(server.viewer, "viewer");
        browser.complaints();
        browser.open("batches", "done-1");
        assertThat(browser.text()).doesNotContain("Retry", "Cancel…", "Actions", "Webhooks");
        browser.open("batch/b-17", "page-1");
        assertThat(browser.text()).doesNotContain("Retry…", "Cancel…");
        browser.open("limits", "region:*");
        assertThat(browser.text()).doesNotContain("Create a limit", "Change…", "Delete…");
        browser.open("limit/region%3A*", "region:eu");
        assertThat(browser.text()).doesNotContain("Change…", "Delete…");
        browser.open("webhooks", "There is no such page.");
        browser.logout();
        browser.login("ann", DashboardServer.PASSWORD);
        browser.complaints();
    }

    @Test
    void a_certificate_near_its_end_needs_a_look() throws Exception {
        browser.open("overview", "The TLS certificate expires in 9 d");
        browser.inspect("overview-certificate");
        browser.click("Nodes");
        browser.awaitText("TLS certificate expires");
    }

    @Test
    void a_server_that_refuses_new_jobs_needs_a_look_and_one_without_logins_has_no_tokens() throws Exception {
        try (ServerProcess full = ServerProcess.start(
                folder.resolve("full"),
                "http.port=0",
                "durability=os",
                "limits.memory=0.01%",
                "payloads.memory=100%")) {
            String address = "http://127.0.0.1:" + full.awaitReady("http");
            browser.visit(address);
            browser.open("overview", "Nothing needs a look.");
            fillUp(address);
            browser.reload("New jobs are refused");
            browser.open("tokens", "This server has no auth.file");
            browser.open("batches", "There are no batches.");
            browser.open("limits", "There are no limits.");
        } finally {
            browser.visit(server.address());
            browser.open("nodes", "Nodes");
        }
    }

    @Test
    void a_page_comes_back_with_the_server() throws Exception {
        int port = URI.create(server.address()).getPort();
        try (FlakyProxy way = new FlakyProxy(port)) {
            browser.visit("https://127.0.0.1:" + way.uri().getPort());
            browser.open("batch/done-1", "2 of 2");
            block(way);
            browser.awaitText("The server cannot be reached. What you see is from ");
            way.target(port);
            browser.awaitGone("The server cannot be reached.");
            assertThat(browser.text()).contains("2 of 2");
            block(way);
            browser.follow("limits");
            browser.awaitText("The page tries again by itself.");
            way.target(port);
            browser.awaitText("region:*");
            block(way);
            browser.follow("limits?again");
            browser.awaitText("The page tries again by itself.");
            way.target(port);
            browser.awaitText("region:*");
            browser.awaitGone("The server cannot be reached.");
        } finally {
            browser.visit(server.address());
            browser.open("nodes", "Nodes");
            browser.complaints();
        }
    }

    /** Leads nowhere from now on. Connections that are there are cut. */
    private static void block(FlakyProxy way) {
        way.target(1);
        way.cut();
    }

    private static void fillUp(String address) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest add = HttpRequest.newBuilder(URI.create(address + "/v1/jobs"))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString("{\"queue\":\"q\"}"))
                .build();
        int status = 0;
        for (int i = 0; i < 1_000 && status != 507; i++) {
            status = http.send(add, BodyHandlers.discarding()).statusCode();
        }
        assertThat(status).isEqualTo(507);
    }

    @Test
    void pages_fit_a_phone_and_a_wall() throws Exception {
        browser.fit(List.of("batches", "batch/done-1", "limits", "limit/region%3A*", "webhooks"));
    }
}
