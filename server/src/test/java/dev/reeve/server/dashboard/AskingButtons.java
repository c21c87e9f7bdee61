package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

/** Presses buttons that ask before they do something: while the question is open, nothing has changed at the server. */
record AskingButtons(DashboardBrowser browser, DashboardServer server) {
    /** Presses the button. The value at the server is still what it was when the question is open. */
    void press(String button, String path, String pointer, String before) {
        assertThat(server.value(path, pointer)).isEqualTo(before);
        browser.click(button);
        browser.awaitQuestion();
        assertThat(server.value(path, pointer)).as(button + " asks first").isEqualTo(before);
    }

    /** Presses the button and confirms. The value at the server is another one then. */
    void pressAndConfirm(String button, String path, String pointer, String before, String after) {
        press(button, path, pointer, before);
        browser.confirm();
        server.await(path, pointer, after);
    }
}
