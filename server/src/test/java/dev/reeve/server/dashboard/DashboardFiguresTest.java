package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the first view of the dashboard takes at a server with many jobs, and what further viewers cost the server. The campaign
 * prints the figures; here they only have to be of a sensible size, since other work may slow down the machine.
 */
@Timeout(600)
class DashboardFiguresTest {
    private static final int JOBS = Integer.getInteger("reeve.dashboard-jobs", 2_000);
    private static final boolean CAMPAIGN = JOBS >= 100_000;
    private static final int QUEUES = 10;
    private static final int VIEWS = CAMPAIGN ? 9 : 2;
    private static final int VIEWERS = 10;
    private static final Duration SPAN = Duration.ofSeconds(CAMPAIGN ? 60 : 3);
    private static final double LONGEST_VIEW_MILLIS = 15_000;
    private static final double MOST_OF_A_CORE = 0.5;

    @TempDir
    private Path folder;

    private DashboardServer server;

    @BeforeEach
    void start() throws Exception {
        server = DashboardServer.asProcess(folder);
        IntStream.range(0, QUEUES).parallel().forEach(i -> server.add("queue-" + i, JOBS / QUEUES, ""));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_first_view_comes_soon_and_further_viewers_cost_little() throws Exception {
        double[] views = views();
        System.out.printf(
                "dashboard: %,d jobs: first view after %.0f ms (median of %d), %.0f ms at most%n",
                JOBS, views[VIEWS / 2], VIEWS, views[VIEWS - 1]);
        assertThat(views[VIEWS - 1]).isLessThan(LONGEST_VIEW_MILLIS);
        cost(VIEWERS, Duration.ofSeconds(CAMPAIGN ? 10 : 1));
        double one = cost(1, SPAN);
        double all = cost(VIEWERS, SPAN);
        System.out.printf(
                "dashboard: %.2f %% of a core with 1 viewer, %.2f %% with %d, over %d s each%n",
                100 * one, 100 * all, VIEWERS, SPAN.toSeconds());
        assertThat(all - one).isLessThan(MOST_OF_A_CORE);
    }

    /** The time from the start of the navigation until data has been drawn, in milliseconds and in ascending order. */
    private double[] views() throws Exception {
        double[] views = new double[VIEWS];
        try (DashboardBrowser browser = new DashboardBrowser(folder, server.address())) {
            browser.openPlain("/ui/");
            browser.awaitText("Log in");
            browser.login("ann", DashboardServer.PASSWORD);
            for (int i = 0; i < VIEWS; i++) {
                views[i] = browser.firstView("overview", ".tile.ready dd");
            }
        }
        Arrays.sort(views);
        return views;
    }

    /** The share of a core that the server uses while people look at it. */
    private double cost(int viewers, Duration span) throws InterruptedException {
        try (Viewers looking = new Viewers(viewers, server.address(), server.viewer)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> looking.messages() >= viewers);
            int before = looking.messages();
            Duration used = server.processorTime();
            long started = System.nanoTime();
            Thread.sleep(span.toMillis());
            await("all viewers get figures")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> looking.messages() - before >= viewers * span.toSeconds() / 2);
            return (double) server.processorTime().minus(used).toNanos() / (System.nanoTime() - started);
        }
    }
}
