package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.RawHttp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A web page cannot take a job, although taking is a plain GET. */
class WebPagesTest {
    @ParameterizedTest
    @CsvSource({
        "Host: localhost, Sec-Fetch-Site: cross-site",
        "Host: 127.0.0.1:8023, Sec-Fetch-Site: same-site",
        "Host: localhost:8023, Origin: http://localhost:3000",
        "Host: evil.example, Accept: */*"
    })
    void the_job_stays_where_it_is(String host, String header) throws Exception {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server);
                RawHttp page = new RawHttp(http.address())) {
            http.send("PUT", "/queue/q", "{}");
            http.send("POST", "/queue/q/job", "{}");
            page.request("GET /queue/q/job HTTP/1.1", host, header);
            assertThat(page.read().status()).isEqualTo(403);
            assertThat(http.get("/queue/q/size").body()).isEqualTo("1");
            assertThat(http.get("/queue/q/job").statusCode()).isEqualTo(200);
        }
    }
}
