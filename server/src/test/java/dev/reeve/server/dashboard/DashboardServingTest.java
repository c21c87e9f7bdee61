package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of the dashboard are served to everybody, with the headers that protect them. */
@Timeout(120)
class DashboardServingTest {
    @TempDir
    private static Path folder;

    private static DashboardServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new DashboardServer(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void the_page_comes_without_a_login_and_with_its_policy() {
        HttpResponse<String> page = server.send("GET", "/ui/", "");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!doctype html>");
        assertThat(header(page, "content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(page, "content-security-policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                        + "require-trusted-types-for 'script'; trusted-types lit-html");
        assertThat(header(page, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(header(page, "referrer-policy")).isEqualTo("no-referrer");
        assertThat(header(page, "cache-control")).isEqualTo("no-cache");
    }

    @Test
    void libraries_are_served_beside_it() {
        assertThat(server.send("GET", "/ui/lib/lit-html.js", "").body()).contains("lit-html");
        assertThat(header(server.send("GET", "/ui/lib/chart.js", ""), "content-type"))
                .isEqualTo("text/javascript; charset=utf-8");
    }

    @Test
    void a_known_file_is_not_sent_again_and_each_encoding_has_its_tag() {
        HttpResponse<String> plain = server.send("GET", "/ui/style.css", "");
        HttpResponse<String> zipped = server.send("GET", "/ui/style.css", "", "accept-encoding", "br, gzip;q=0.8");
        assertThat(header(plain, "content-encoding")).isEmpty();
        assertThat(header(zipped, "content-encoding")).isEqualTo("gzip");
        assertThat(header(zipped, "vary")).isEqualTo("accept-encoding");
        assertThat(header(zipped, "etag")).isNotEqualTo(header(plain, "etag"));
        assertThat(Integer.parseInt(header(zipped, "content-length")))
                .isLessThan(Integer.parseInt(header(plain, "content-length")) / 2);
        HttpResponse<String> again =
                server.send("GET", "/ui/style.css", "", "if-none-match", "\"other\", W/" + header(plain, "etag"));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(header(again, "etag")).isEqualTo(header(plain, "etag"));
        assertThat(server.send("GET", "/ui/style.css", "", "if-none-match", header(zipped, "etag"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(header(server.send("GET", "/ui/style.css", "", "accept-encoding", "gzip;q=0"), "content-encoding"))
                .isEmpty();
    }

    @Test
    void head_tells_the_length_alone() {
        HttpResponse<String> head = server.send("HEAD", "/ui/app.js", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "content-length"))
                .isEqualTo(header(server.send("GET", "/ui/app.js", ""), "content-length"));
    }

    @Test
    void other_paths_are_not_found() {
        for (String path : new String[] {"/ui/no.js", "/ui/pages/no.js", "/ui/..%2fauth.toml", "/ui/a/b/c"}) {
            assertThat(server.send("GET", path, "").statusCode()).as(path).isEqualTo(404);
        }
        assertThat(server.send("POST", "/ui/", "{}").statusCode()).isEqualTo(401);
    }

    @Test
    void the_root_leads_browsers_to_the_page_and_is_nothing_to_others() {
        HttpResponse<String> browser =
                server.send("GET", "/", "", "accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(browser.statusCode()).isEqualTo(302);
        assertThat(header(browser, "location")).isEqualTo("/ui/");
        assertThat(header(server.send("GET", "/ui", ""), "location")).isEqualTo("/ui/");
        assertThat(server.send("GET", "/", "").statusCode()).isEqualTo(401);
        assertThat(server.tell("GET", "/", "").statusCode()).isEqualTo(404);
    }

    @Test
    void what_the_page_shows_needs_a_login() {
        assertThat(server.send("GET", "/v1/me", "").statusCode()).isEqualTo(401);
    }
}
