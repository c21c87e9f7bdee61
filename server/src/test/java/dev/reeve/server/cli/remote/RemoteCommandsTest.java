package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.Credentials;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.ServerProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command against a real server: what it prints, its exit codes and its errors. */
@Timeout(180)
class RemoteCommandsTest {
    @TempDir
    private static Path folder;

    private static LocalServer server;
    private static int queues;

    private final String queue = "q" + queues++;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    @BeforeAll
    static void start() {
        server = LocalServer.start(folder.resolve("data"), "http.port=0");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url() {
        return "http://127.0.0.1:" + server.awaitReady("http");
    }

    private int plain(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        return ReeveCommand.execute(new PrintWriter(out), new PrintWriter(err), words);
    }

    private int run(String... words) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of(words));
        int dashes = all.indexOf("--");
        all.addAll(dashes < 0 ? all.size() : dashes, List.of("--url", url()));
        return plain(all.toArray(String[]::new));
    }

    private String ok(String... words) throws InterruptedException {
        assertThat(run(words)).as(err.toString()).isZero();
        return out.toString().strip();
    }

    private void stdin(String text) {
        Input.set(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_job_is_added_shown_cancelled_retried_and_deleted() throws Exception {
        String id = ok(
                "add",
                queue,
                "{\"to\":\"ann\"}",
                "--type",
                "email.send",
                "--priority",
                "3",
                "--tag",
                "eu",
                "--delay",
                "1h");
        assertThat(ok("job", "show", id)).contains("state", "scheduled", "{\"to\":\"ann\"}");
        assertThat(ok("job", "show", id, "--history", "-o", "json")).contains("\"history\":[");
        ok("job", "log", id, "asked ann");
        assertThat(ok("job", "cancel", id, "-o", "jsonl")).contains("\"state\":\"cancelled\"");
        assertThat(ok("job", "retry", id, "-o", "ids")).isEqualTo(id);
        assertThat(run("job", "wait", id, "--for", "10ms")).isEqualTo(8);
        assertThat(err.toString()).contains("job " + id + " is still ready");
        assertThat(ok("job", "delete", id)).isEqualTo("deleted " + id);
        assertThat(run("job", "delete", id)).isEqualTo(4);
        assertThat(run("job", "show", id)).isEqualTo(4);
        assertThat(err.toString()).startsWith("reeve: ").contains(id);
    }

    @Test
    void a_command_loads_nothing_that_it_does_not_need() throws Exception {
        Path classes = folder.resolve("classes");
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + classes,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.reeve.server.Main",
                        "queues",
                        "--url",
                        url())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(command.getInputStream().readAllBytes()).isNotEmpty();
        assertThat(command.waitFor()).isZero();
        assertThat(classes)
                .content()
                .contains(" dev.reeve.client.HttpCalls ")
                .doesNotContain(
                        " ch.qos.logback.",
                        " com.fasterxml.jackson.databind.",
                        " sun.security.x509.",
                        " dev.reeve.settings.SettingType ");
        // TLS is there for those who ask for it.
        assertThat(plain("queues", "--url", url().replace("http:", "https:"))).isEqualTo(6);
        assertThat(err.toString()).contains("was not reached: ").doesNotContain("Unsupported");
    }

    @Test
    void payloads_come_from_files_stdin_and_lines() throws Exception {
        Path file = Files.writeString(folder.resolve("payload"), "[1, 2]");
        String id = ok("add", queue, "@" + file, "--id", "own-" + queue, "--at", "2040-01-01T00:00:00Z");
        assertThat(id).isEqualTo("own-" + queue);
        assertThat(ok("job", "show", id)).contains("[1, 2]", "2040-01-01");
        stdin("\"from stdin\"");
        assertThat(ok("job", "show", ok("add", queue, "-"))).contains("\"from stdin\"");
        stdin("1\n2\n\n3\n");
        assertThat(ok("add", queue, "--lines", "--type", "t").lines()).hasSize(3);
        assertThat(ok("jobs", "--queue", queue, "--type", "t", "-o", "ids").lines())
                .hasSize(3);
        assertThat(run("add", queue, "1", "--id", id)).isEqualTo(5);
        assertThat(run("add", "no queue", "1")).isEqualTo(1);
        assertThat(err.toString()).startsWith("reeve: QUEUE: expected ").hasLineCount(1);
        stdin("1\nnonsense\n{\"a\":2}\n1,\"id\":2\n");
        assertThat(run("add", queue, "--lines", "--type", "u")).isEqualTo(1);
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(err).hasToString("reeve: line 2 is not JSON\nreeve: line 4 is not JSON\n");
    }

    @Test
    void lists_have_forms_and_filters_and_many_jobs_are_changed_after_a_question() throws Exception {
        for (int i = 0; i < 3; i++) {
            ok("add", queue, "" + i, "--id", queue + "-" + i);
        }
        assertThat(ok("jobs", "--queue", queue, "--order", "oldest")
                        .lines()
                        .findFirst()
                        .orElseThrow())
                .matches("ID +QUEUE +TYPE +STATE +ATTEMPT +RUN_AT +ERROR.TYPE");
        assertThat(ok("jobs", "--queue", queue, "--limit", "2", "-o", "jsonl").lines())
                .hasSize(2);
        assertThat(ok("jobs", "--queue", queue, "-o", "json", "--include", "payload"))
                .startsWith("[{")
                .contains("\"payload\":2");
        String[] filter = {"--queue", queue, "--state", "ready"};
        assertThat(ok(words("jobs", "cancel", filter, "--dry-run")))
                .isEqualTo("would cancel 3 jobs with queue " + queue + ", state ready");
        stdin("n\n");
        assertThat(run(words("jobs", "cancel", filter))).isEqualTo(1);
        assertThat(out.toString()).as("what programs read").isEmpty();
        assertThat(err.toString())
                .isEqualTo("cancel 3 jobs with queue " + queue
                        + ", state ready? [y/N] reeve: nothing was done; with --yes" + " nobody is asked\n");
        stdin("y\n");
        assertThat(ok(words("jobs", "cancel", filter))).endsWith("changed 3, skipped 0");
        assertThat(ok("jobs", "retry", "--queue", queue, "--state", "cancelled", "--yes", "--spread", "1s"))
                .isEqualTo("changed 3, skipped 0");
        assertThat(ok(
                        "jobs",
                        "move",
                        "--queue",
                        queue,
                        "--state",
                        "ready,scheduled,retrying",
                        "--to",
                        queue + "-b",
                        "-y"))
                .isEqualTo("changed 3, skipped 0");
        assertThat(ok("jobs", "delete", "--queue", queue + "-b", "--state", "ready,scheduled,retrying", "-y"))
                .isEqualTo("changed 3, skipped 0");
        assertThat(ok("jobs", "delete", "--queue", queue, "--state", "ready")).isEqualTo("changed 0, skipped 0");
        assertThat(ok("jobs", "delete", "--queue", queue, "--state", "ready", "-y", "-o", "json"))
                .isEqualTo("{\"matched\":0,\"changed\":0,\"skipped\":0}");
        assertThat(ok("jobs", "delete", "--queue", queue, "--state", "ready", "-y", "-o", "ids"))
                .isEmpty();
    }

    @Test
    void jobs_are_listed_by_every_filter_of_the_interface() throws Exception {
        JsonObject page;
        try (Reeve reeve = Reeve.connect(URI.create(url()), Credentials.anonymous())) {
            page = reeve.request("GET", "/openapi.json").send().orElseThrow();
        }
        JsonObject get = Objects.requireNonNull(Objects.requireNonNull(
                        Objects.requireNonNull(page.object("paths")).object("/v1/jobs"))
                .object("get"));
        List<String> names = get.objects("parameters").stream()
                .filter(parameter -> parameter.text("in").equals("query"))
                .map(parameter -> parameter.text("name"))
                .filter(name -> !List.of("cursor", "order", "include", "limit").contains(name))
                .toList();
        assertThat(names).contains("queue", "batch", "ended_after");
        Map<String, String> found =
                Map.of("id_prefix", queue, "limit_key", "key-" + queue, "tag", "red", "type", queue);
        ok("add", queue, "1", "--id", queue + "-1", "--limit-key", "key-" + queue, "--tag", "red");
        for (String name : names) {
            String value = found.getOrDefault(
                    name,
                    name.equals("state")
                            ? "ready"
                            : name.endsWith("_after")
                                    ? "2001-01-01T00:00:00Z"
                                    : name.endsWith("_before") ? "2101-01-01T00:00:00Z" : queue);
            String printed = ok("jobs", "--queue", queue, "--" + name.replace('_', '-'), value, "-o", "ids");
            boolean isFound = !List.of("worker", "failure", "batch", "ended_after", "ended_before")
                    .contains(name);
            assertThat(printed).as(name).isEqualTo(isFound ? queue + "-1" : "");
        }
        assertThat(ok(
                        "jobs",
                        "delete",
                        "--state",
                        "ready",
                        "--batch",
                        "none",
                        "--limit-key",
                        "a",
                        "--ended-after",
                        "2001-01-01T00:00:00Z",
                        "-y"))
                .isEqualTo("changed 0, skipped 0");
    }

    private static String[] words(String group, String word, String[] filter, String... more) {
        List<String> all = new ArrayList<>(List.of(group, word));
        all.addAll(List.of(filter));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void queues_are_listed_and_changed() throws Exception {
        assertThat(ok("queue", "set", queue, "max_attempts=5", "lease=2m", "keep={\"completed\":\"2h\"}", "-o", "json"))
                .contains("\"max_attempts\":5");
        ok("add", queue, "1");
        assertThat(ok("queues")).contains("NAME", queue);
        assertThat(ok("queues", "-o", "ids").lines()).contains(queue);
        assertThat(ok("queue", "pause", queue)).isEqualTo("paused " + queue);
        assertThat(ok("queue", "show", queue, "-o", "json")).contains("\"paused\":true", "\"ready\":1");
        ok("queue", "resume", queue);
        stdin("");
        assertThat(run("queue", "purge", queue, "--state", "ready")).isEqualTo(1);
        ok("queue", "purge", queue, "--state", "ready,scheduled", "-y");
        assertThat(ok("queue", "show", queue, "-o", "json")).contains("\"ready\":0");
        ok("queue", "delete", queue, "--yes");
        assertThat(run("queue", "show", queue)).isEqualTo(4);
        assertThat(run("queue", "set", queue, "max_attempts")).isEqualTo(2);
        assertThat(run("queue", "set", queue, "nonsense=1", "lease=x")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("reeve: ")
                .contains("nonsense is not known", "lease: expected ")
                .doesNotContain("/")
                .hasLineCount(1);
        assertThat(run("queue", "set", queue, "keep={completed")).isEqualTo(2);
        assertThat(err.toString()).startsWith("reeve: keep is not JSON, as in ");
    }

    @Test
    void schedules_workers_failures_status_and_top() throws Exception {
        String json = "{\"cron\": \"30 2 * * *\", \"job\": {\"queue\": \"" + queue + "\"}}";
        assertThat(ok("schedule", "put", "s-" + queue, json)).contains("30 2 * * *");
        assertThat(ok("schedules", "-o", "ids").lines()).contains("s-" + queue);
        assertThat(ok("schedule", "run", "s-" + queue, "-o", "ids")).startsWith("s-" + queue + "@");
        ok("schedule", "pause", "s-" + queue);
        assertThat(ok("schedule", "show", "s-" + queue, "-o", "json")).contains("\"paused\":true");
        ok("schedule", "resume", "s-" + queue);
        ok("schedule", "delete", "s-" + queue);
        assertThat(run("schedule", "show", "s-" + queue)).isEqualTo(4);
        assertThat(ok("status", "-o", "json")).contains("\"version\":");
        assertThat(ok("top", "--once"))
                .startsWith("Reeve ")
                .contains(" at " + url().substring("http://".length()) + "  ", "OLDEST");
        assertThat(ok("failures", "--queue", queue)).startsWith("FAILURE");
        assertThat(ok("failures", "-o", "jsonl")).isNotNull();
        assertThat(ok("workers")).startsWith("NAME");
        assertThat(run("worker", "quiet", "nobody")).isEqualTo(4);
    }

    @Test
    void limits_hold_jobs_back() throws Exception {
        String key = "k-" + queue;
        assertThat(ok("limit", "set", key, "--max-running", "1", "-o", "ids")).isEqualTo(key);
        assertThat(ok("limit", "set", key, "--max-running", "1", "--rate", "100/1m", "--burst", "5", "-o", "json"))
                .contains("\"max_running\":1", "\"count\":100", "\"per\":\"1m\"", "\"burst\":5");
        String id = ok("add", queue, "1", "--limit-key", key, "--unique", "u-" + queue);
        assertThat(ok("add", queue, "1", "--unique", "u-" + queue))
                .as("the job with that key")
                .isEqualTo(id);
        ok("add", queue, "2", "--limit-key", key);
        assertThat(ok("limit", "keys", key)).startsWith("KEY").contains(key);
        assertThat(ok("limits", "-o", "ids").lines()).contains(key);
        assertThat(ok("limit", "show", key)).contains("max_running", "ordered");
        assertThat(ok("limit", "set", "o-" + queue + "*", "--ordered", "-o", "json"))
                .contains("\"ordered\":true");
        assertThat(ok("limit", "delete", key)).isEqualTo("deleted " + key);
        assertThat(run("limit", "show", key)).isEqualTo(4);
        assertThat(run("limit", "keys", key)).isEqualTo(4);
        assertThat(run("limit", "set", key, "--max-running", "0")).isEqualTo(1);
        assertThat(err.toString()).startsWith("reeve: --max-running: expected ").hasLineCount(1);
    }

    @Test
    void batches_are_shown_cancelled_retried_and_closed() throws Exception {
        String id = "b-" + queue;
        post("/v1/batches", "{\"id\":\"" + id + "\",\"open\":true,\"jobs\":[{\"queue\":\"" + queue + "\"}]}");
        assertThat(ok("batches", "-o", "ids").lines()).contains(id);
        assertThat(ok("batch", "show", id, "-o", "json")).contains("\"pending\":1", "\"open\":true");
        assertThat(ok("batch", "results", id)).startsWith("ID").contains("ready");
        stdin("n\n");
        assertThat(run("batch", "cancel", id)).isEqualTo(1);
        assertThat(err.toString()).contains("nothing was done");
        assertThat(ok("batch", "cancel", id, "--yes", "--force")).endsWith("cancelled " + id);
        assertThat(ok("batch", "retry", id, "-o", "json")).contains("\"id\":\"" + id + "\"");
        assertThat(ok("batch", "close", id)).endsWith("closed " + id);
        assertThat(ok("batch", "show", id, "-o", "json")).contains("\"open\":false");
        assertThat(run("batch", "show", "no-such-batch")).isEqualTo(4);
    }

    private static void post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }

    @Test
    void webhooks_are_put_tested_and_deleted() throws Exception {
        String name = "w-" + queue;
        Path file = Files.writeString(
                folder.resolve(name),
                "{\"url\":\"http://127.0.0.1:1/\",\"events\":[\"job.failed\"],\"queues\":[\"none\"],\"secret\":\"whsec_"
                        + "A".repeat(32) + "\"}");
        assertThat(ok("webhook", "put", name, "@" + file))
                .contains("job.failed")
                .doesNotContain("whsec_");
        assertThat(ok("webhooks", "-o", "ids").lines()).contains(name);
        assertThat(ok("webhook", "show", name, "-o", "json")).contains("\"url\":\"http://127.0.0.1:1/\"");
        assertThat(ok("webhook", "test", name, "-o", "ids")).startsWith(name);
        assertThat(ok("webhook", "delete", name)).isEqualTo("deleted " + name);
        assertThat(run("webhook", "show", name)).isEqualTo(4);
        assertThat(run("webhook", "put", name, "@" + folder.resolve("nowhere"))).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("reeve: the webhook cannot be read: ")
                .endsWith("nowhere: no such file or folder\n");
        assertThat(run("webhook", "put", name, "{}")).isEqualTo(1);
    }

    @Test
    void groups_of_failures_are_retried() throws Exception {
        String id = ok("add", queue, "1", "--max-attempts", "1", "--type", "t-" + queue);
        failOnce(queue);
        awaitState(id, "failed");
        String group = ok("failures", "--queue", queue, "-o", "ids");
        assertThat(group.lines()).hasSize(1);
        assertThat(ok("failures", "retry", group, "--dry-run", "--queue", queue))
                .isEqualTo("would retry 1 job with queue " + queue + ", state failed, failure " + group);
        assertThat(ok("failures", "retry", group, "--yes", "--queue", queue)).isEqualTo("changed 1, skipped 0");
        awaitState(id, "ready");
        assertThat(ok("failures", "retry", "no-such-group", "--yes")).isEqualTo("changed 0, skipped 0");
        assertThat(run("failures", "retry")).isEqualTo(2);
    }

    /** Takes the next job of a queue as a worker does, and fails it. */
    private static void failOnce(String queue) throws Exception {
        try (Reeve reeve = Reeve.connect(URI.create(url()), Credentials.anonymous())) {
            JsonObject job = reeve.request("POST", "/v1/acquire")
                    .body("{\"queues\":[\"" + queue + "\"]}")
                    .send()
                    .orElseThrow()
                    .objects("jobs")
                    .get(0);
            reeve.request("POST", "/v1/jobs/" + job.text("id") + "/fail")
                    .body("{\"lease_token\":\"" + job.text("lease_token")
                            + "\",\"error\":{\"type\":\"Broken\",\"message\":\"no\"}}")
                    .send();
        }
    }

    @Test
    void jobs_are_exported_and_imported() throws Exception {
        ok("add", queue, "{\"a\": 1}", "--id", queue + "-1", "--tag", "eu", "--delay", "1h");
        ok("add", queue, "2", "--id", queue + "-2");
        Path file = folder.resolve(queue + ".jsonl");
        assertThat(ok("export", "--queue", queue, "--file", file.toString())).startsWith("exported 2 jobs");
        assertThat(ok("export", "--queue", queue).lines()).containsExactlyElementsOf(Files.readAllLines(file));
        assertThat(ok("import", file.toString())).isEqualTo("added 0, already there 2, refused 0");
        ok("queue", "delete", queue, "-y");
        assertThat(ok("import", file.toString())).isEqualTo("added 2, already there 0, refused 0");
        assertThat(ok("job", "show", queue + "-1")).contains("{\"a\": 1}", "scheduled", "eu");
        stdin("{\"queue\":\"no queue\"}\n{\"queue\":\"" + queue + "\"}\n");
        assertThat(run("import")).isEqualTo(1);
        assertThat(out.toString()).contains("added 1, already there 0, refused 1");
        assertThat(err.toString()).contains("job 1: queue: expected ");
        stdin("nonsense\n");
        assertThat(run("import")).isEqualTo(1);
        assertThat(err.toString()).contains("a line is not a JSON object");
    }

    @Test
    void an_export_has_what_jobs_wait_for_and_no_job_is_forgotten() throws Exception {
        String key = "e-" + queue;
        ok("limit", "set", key, "--max-running", "1");
        for (int i = 0; i < 3; i++) {
            ok("add", queue, "" + i, "--id", queue + "-" + i, "--limit-key", key, "--unique", "u-" + i);
        }
        post("/v1/jobs", "{\"queue\":\"%s\",\"id\":\"%s-d\",\"depends_on\":[\"%s-0\"]}".formatted(queue, queue, queue));
        assertThat(ok("queues", "-o", "jsonl").lines())
                .filteredOn(line -> line.contains("\"" + queue + "\""))
                .singleElement()
                .asString()
                .contains("\"throttled\":2");
        assertThat(ok("export", "--queue", queue).lines())
                .hasSize(4)
                .anyMatch(line -> line.contains("\"limit_key\":\"" + key + "\",\"unique\":{\"key\":\"u-2\"}"))
                .anyMatch(line -> line.contains("\"depends_on\":[\"" + queue + "-0\"]"));
    }

    /** Python opens a terminal for the command, as a window does. */
    @Test
    void an_import_and_an_export_show_whoever_looks_how_far_they_are() throws Exception {
        Path file = folder.resolve(queue + ".jsonl");
        Files.writeString(file, ("{\"queue\":\"" + queue + "\"}\n").repeat(1_500));
        assertThat(terminal("import", file.toString()))
                .containsPattern("\\[#{15,16}\\.+\\] +6[67] %  1,000 jobs")
                .contains("added 1500, already there 0, refused 0");
        assertThat(terminal("export", "--file", folder.resolve(queue + ".out").toString(), "--queue", queue))
                .containsPattern("\\[\\.+\\] +0 %  1 job")
                .contains("exported 1,500 jobs");
    }

    private String terminal(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])"));
        all.addAll(ServerProcess.java());
        all.add("dev.reeve.server.Main");
        all.addAll(List.of(words));
        all.addAll(List.of("--url", url()));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void events_are_printed_as_lines() throws Exception {
        Thread adder = new Thread(() -> {
            try {
                for (int i = 0; i < 200 && !Thread.currentThread().isInterrupted(); i++) {
                    PrintWriter nowhere = new PrintWriter(new StringWriter());
                    ReeveCommand.execute(nowhere, nowhere, "add", queue, "1", "--url", url());
                    TimeUnit.MILLISECONDS.sleep(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        adder.start();
        String events = ok("events", "--queue", queue, "--event", "job.added", "--count", "2");
        adder.interrupt();
        adder.join();
        assertThat(events.lines()).hasSize(2).allMatch(line -> line.startsWith("{\"event\":\"job.added\",\"data\":{"));
    }

    @Test
    void a_program_works_on_jobs_until_sigterm() throws Exception {
        String good = ok("add", queue, "\"ann\"");
        String late = ok("add", queue, "\"late\"");
        String bad = ok("add", queue, "\"bad\"");
        String script = "read name; case $name in *late*) exit 75;; *bad*) echo no >&2; exit 3;; esac;"
                + " echo \"{\\\"id\\\":\\\"$REEVE_JOB_ID\\\",\\\"attempt\\\":$REEVE_JOB_ATTEMPT}\"";
        List<String> words = new ArrayList<>(ServerProcess.java());
        words.addAll(List.of(
                "dev.reeve.server.Main",
                "work",
                queue,
                "--url",
                url(),
                "--concurrency",
                "2",
                "--",
                "sh",
                "-c",
                script));
        Process worker = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker.log").toFile())
                .start();
        try {
            assertThat(ok("job", "wait", good, "--for", "60s")).isEqualTo(good + " completed");
            assertThat(ok("job", "show", good, "-o", "json"))
                    .contains("\"result\":{\"id\":\"" + good + "\",\"attempt\":1}");
            assertThat(ok("add", queue, "\"bob\"", "--wait", "60s")).endsWith("\"attempt\":1}");
            assertThat(run("add", queue, "\"bad\"", "--max-attempts", "1", "--wait", "60s"))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("exit code 3: no").hasLineCount(1);
            awaitState(late, "scheduled");
            awaitState(bad, "retrying");
            assertThat(ok("job", "show", bad, "-o", "json")).contains("exit code 3: no");
            String name = ok("workers", "-o", "ids").lines().findFirst().orElseThrow();
            assertThat(ok("worker", "quiet", name)).isEqualTo(name + " is quiet");
            assertThat(ok("worker", "quiet", name, "--off")).isEqualTo(name + " gets jobs again");
            worker.destroy();
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(folder.resolve("worker.log")).content().doesNotContain("Exception");
        } finally {
            worker.destroyForcibly();
        }
    }

    /** Starts {@code work} in a process of its own, with a script of the shell as its program. */
    private Process startWorking(String lease, String script) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(ServerProcess.java());
        words.addAll(List.of("dev.reeve.server.Main", "work", queue, "--url", url(), "--lease", lease));
        words.addAll(List.of("--", "sh", "-c", script));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(queue + ".log").toFile())
                .start();
    }

    private static void awaitFile(Path file, Process worker) throws InterruptedException {
        while (!Files.exists(file)) {
            assertThat(worker.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Its lease is shorter than the program runs, and the worker is told to end while it does. */
    @Test
    void a_program_at_work_keeps_its_job_and_sigterm_waits_for_it() throws Exception {
        Path begun = folder.resolve(queue + ".begun");
        String id = ok("add", queue, "1");
        Process worker = startWorking("500ms", "touch " + begun + "; sleep 3; echo '\"slept\"'");
        try {
            awaitFile(begun, worker);
            worker.destroy();
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ok("job", "show", id, "-o", "json"))
                    .contains("\"state\":\"completed\"", "\"attempt\":1", "\"lapses\":0", "\"result\":\"slept\"");
        } finally {
            worker.destroyForcibly();
        }
    }

    @Test
    void a_program_whose_job_is_cancelled_gets_sigterm() throws Exception {
        Path begun = folder.resolve(queue + ".begun");
        Path told = folder.resolve(queue + ".told");
        String id = ok("add", queue, "1");
        Process worker = startWorking(
                "1s", "trap 'touch " + told + "; exit 1' TERM; touch " + begun + "; while true; do sleep 0.1; done");
        try {
            awaitFile(begun, worker);
            ok("job", "cancel", id);
            awaitState(id, "cancelled");
            assertThat(told).exists();
        } finally {
            worker.destroy();
            worker.waitFor(60, TimeUnit.SECONDS);
            worker.destroyForcibly();
        }
    }

    private void awaitState(String id, String state) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!ok("job", "show", id, "-o", "json").contains("\"state\":\"" + state + "\"")) {
            assertThat(System.nanoTime()).as("waits for " + state).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Test
    void results_are_awaited() throws Exception {
        assertThat(run("add", queue, "1", "--wait", "1ms")).isEqualTo(8);
        assertThat(err.toString()).endsWith(" is still ready after 1ms\n");
        assertThat(run("add", queue, "1", "--wait", "1s")).isEqualTo(8);
        assertThat(err.toString()).endsWith(" is still ready after 1s\n");
        String id = ok("add", queue, "1");
        ok("job", "cancel", id);
        assertThat(run("job", "wait", id)).isEqualTo(1);
        assertThat(out.toString().strip()).isEqualTo(id + " cancelled");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2|add|Missing required parameter: 'QUEUE' (see reeve add --help)",
                "2|add q 1 --delay soon|--delay must be a time such as 90s or 1h 15m, not \"soon\"",
                "2|add q 1 --at soon|--at must be a time such as 2030-01-01T12:00:00Z, not \"soon\"",
                "2|add q 1 --lines|--lines excludes a payload, --id and --wait",
                "2|add q 1 --url nonsense|\"nonsense\" is not an address such as http://127.0.0.1:8023",
                "2|add q --url http://a --context b|--url and --context exclude each other",
                "2|add q hello|the payload is not JSON; a text is in double quotes, inside those of the shell: '\"ann\"'",
                "1|add q @no-such-file|the payload cannot be read: no-such-file: no such file or folder",
                "2|add q 1 --delay 1s --at 2030-01-01T12:00:00Z|--delay and --at exclude each other",
                "2|add q 1 -o csv|Invalid value for option '--output': expected one of [TABLE, JSON, JSONL, IDS]",
                "2|jobs --limit 0|--limit must be 1 or more, not 0",
                "2|jobs --limit -3|--limit must be 1 or more, not -3",
                "2|jobs retry --queue q|--state is needed, as in --state failed: a change is for jobs of named states",
                "2|jobs retry --state failed --spread soon|--spread must be a time such as 90s or 1h 15m, not \"soon\"",
                "2|events --count -1|--count must be 0 or more, not -1",
                "2|schedule put s nonsense|the schedule is not a JSON object",
                "2|webhook put w []|the webhook is not a JSON object",
                "2|limit set k|--max-running, --rate or --ordered is needed",
                "2|limit set k --rate 5/soon|the time of --rate must be a time such as 90s or 1h 15m, not \"soon\"",
                "1|work q -- /no/such/program|there is no program /no/such/program that can be run",
                "1|work q -- no-such-program|there is no program no-such-program that can be run",
                "2|context add c --url nonsense|\"nonsense\" is not an address such as http://127.0.0.1:8023",
                "1|context add c --url http://a --token-file /no/such/file|the token file /no/such/file cannot be read",
                "4|context use nowhere|there is no context \"nowhere\"; reeve context list shows them",
                "4|context remove nowhere|there is no context \"nowhere\"; reeve context list shows them",
                "2|work q|expected queues and a program, as in reeve work mail -- ./send-mail --fast",
                "2|job|Missing subcommand: show, wait, retry, cancel, delete or log (see reeve job --help)",
                "2|queue|Missing subcommand: show, set, pause, resume, purge or delete (see reeve queue --help)",
                "2|schedule|Missing subcommand: show, put, run, pause, resume or delete (see reeve schedule --help)",
                "2|limit|Missing subcommand: show, keys, set or delete (see reeve limit --help)",
                "2|limit set k --rate 5|--rate must be a number and a time such as 100/1m, not \"5\"",
                "2|limit set k --burst 5|--burst needs --rate",
                "2|batch|Missing subcommand: show, results, close, cancel or retry (see reeve batch --help)",
                "2|webhook|Missing subcommand: show, put, test or delete (see reeve webhook --help)",
                "2|completion tcsh|Invalid value for positional parameter at index 0 (SHELL): ",
                "2|restore|Missing required ",
                "1|restore no-such-file --data d|no-such-file: no such file",
                "6|queues --url http://no-such-host.invalid|the server at http://no-such-host.invalid/ was not reached: unknown",
                "1|import no-such-file|no-such-file: no such file or folder",
                "6|limits --url http://127.0.0.1:1|the server at http://127.0.0.1:1/ was not reached: no connection",
                "6|backup b.reeve --url http://127.0.0.1:1|the server at http://127.0.0.1:1/ was not reached: no connection",
                "2|worker|Missing subcommand: quiet (see reeve worker --help)",
                "2|context|Missing subcommand: add, use, list or remove (see reeve context --help)",
                "6|queues --url http://127.0.0.1:1|the server at http://127.0.0.1:1/ was not reached: no connection",
                "6|work q --url http://127.0.0.1:1 -- true|the server at http://127.0.0.1:1/ was not reached: no connection",
                "4|queues --context nowhere|there is no context \"nowhere\"; reeve context list shows them",
            })
    void says_in_one_line_what_is_wrong(int code, String words, String message) {
        assertThat(plain(words.split(" "))).as(err.toString()).isEqualTo(code);
        assertThat(err.toString()).startsWith("reeve: " + message).hasLineCount(1);
    }

    @Test
    void what_a_worker_cannot_be_is_an_error_of_the_option() throws Exception {
        assertThat(run("work", queue, "--concurrency", "0", "--", "true")).isEqualTo(2);
        assertThat(err).hasToString("reeve: --concurrency: expected 1 to 10000 jobs at once, not 0\n");
        assertThat(run("work", queue, "--lease", "1ms", "--", "true")).isEqualTo(2);
        assertThat(err).hasToString("reeve: --lease: expected a lease of 100 ms or more, not 1ms\n");
    }

    @Test
    void contexts_are_kept_in_a_file() throws IOException {
        Path file = folder.resolve("contexts");
        var environment = java.util.Map.of("REEVE_CONTEXTS", file.toString());
        Contexts.read(environment).put("prod", "https://reeve:8023", folder.resolve("token"));
        Contexts.read(environment).put("test", "http://127.0.0.1:1", null);
        Contexts contexts = Contexts.read(environment);
        assertThat(contexts.names()).containsExactly("prod", "test");
        assertThat(contexts.current()).isEqualTo("prod");
        assertThat(contexts.tokenFile("prod")).isEqualTo(folder.resolve("token").toString());
        contexts.use("test");
        assertThat(Contexts.read(environment).current()).isEqualTo("test");
        contexts.remove("test");
        assertThat(Contexts.read(environment).current()).isNull();
    }
}
