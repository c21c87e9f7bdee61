package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A browser in which ann is logged in at a server, for all tests of a class; both end with the class. Each test begins with a window
 * of the usual size, and after it the browser has nothing to complain about.
 */
final class DashboardVisit implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private @Nullable DashboardServer server;
    private @Nullable DashboardBrowser browser;

    /** Takes over a server, which is closed in the end whatever happens. */
    DashboardServer at(DashboardServer visited) {
        server = visited;
        return visited;
    }

    DashboardBrowser login(Path folder) throws IOException {
        DashboardBrowser opened =
                new DashboardBrowser(folder, Objects.requireNonNull(server).address());
        browser = opened;
        opened.openPlain("/");
        opened.awaitText("Log in");
        opened.login("ann", DashboardServer.PASSWORD);
        opened.complaints();
        return opened;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Objects.requireNonNull(browser).usualSize();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(Objects.requireNonNull(browser).complaints()).isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        try {
            if (browser != null) {
                browser.close();
            }
        } finally {
            if (server != null) {
                server.close();
            }
        }
    }
}
