package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.access.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every button that the dashboard draws: it is drawn for those whom the server allows what it does, and it does it. */
@Timeout(300)
class DashboardActionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NOT_ALLOWED = 403;
    /** Pages that have no buttons. */
    private static final List<String> OTHER_PAGES = List.of("overview", "settings", "audit");

    /** Buttons that change nothing at the server. */
    private static final Set<String> HARMLESS = Set.of("Apply", "Try again");

    private static final List<String> RECORD = List.of(
            "window.sent = []",
            "const plain = window.fetch",
            "window.fetch = (path, request) => { window.sent.push(request.method + ' ' + path); return plain(path, request); }");

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final DashboardVisit visit = new DashboardVisit();

    private static DashboardServer server;
    private static DashboardBrowser browser;
    private static DashboardThings things;
    private static int names;

    @BeforeAll
    static void start() throws Exception {
        server = visit.at(new DashboardServer(folder, "webhooks.allow=[\"127.0.0.1\"]"));
        browser = visit.login(folder);
        things = new DashboardThings(server);
    }

    private static String nextName() {
        return "obj%03d".formatted(++names);
    }

    private static List<DashboardAction> actionsOf(DashboardThings.Made made) {
        return DashboardAction.ALL.stream().map(action -> action.of(made)).toList();
    }

    @Test
    void what_an_identity_may_not_do_is_not_drawn() throws Exception {
        SoftAssertions all = new SoftAssertions();
        for (Role role : Role.values()) {
            check(role.word(), role, List.of(), nextName(), all);
        }
        check("nearly-all", Role.ADMIN, List.of("*", "!secret*"), nextName(), all);
        String own = nextName();
        check("some", Role.OPERATOR, List.of(own + "*"), own, all);
        String foreign = nextName();
        // What is for no thing that exists can be used for things of its own.
        drawn(things.makeAll(foreign))
                .forEach((page, buttons) -> all.assertThat(buttons)
                        .as(page)
                        .filteredOn(button -> !button.startsWith("Create a"))
                        .isEmpty());
        browser.logout();
        browser.login("ann", DashboardServer.PASSWORD);
        browser.complaints();
        all.assertAll();
    }

    /** Leaves the identity logged in. */
    private static void check(String identity, Role role, List<String> queues, String name, SoftAssertions all)
            throws Exception {
        DashboardThings.Made made = things.makeAll(name);
        String token = server.token("obj000-" + identity, role, queues);
        browser.logout();
        browser.loginWithToken(token, "obj000-" + identity);
        browser.complaints();
        Map<String, Set<String>> drawn = drawn(made);
        if (queues.isEmpty()) {
            all.assertThat(browser.complaints())
                    .as(identity + " may read all pages")
                    .isEmpty();
        }
        Map<String, Set<String>> allowed = new LinkedHashMap<>();
        // What only reads comes first, while everything is still there.
        List<DashboardAction> actions = actionsOf(made).stream()
                .sorted(Comparator.comparing(action -> action.watched() != null))
                .toList();
        for (DashboardAction action : actions) {
            if (isAllowed(action, token)) {
                allowed.computeIfAbsent(action.page(), page -> new TreeSet<>()).add(action.button());
            }
        }
        drawn.forEach((page, buttons) ->
                all.assertThat(buttons).as(identity + ": " + page).isEqualTo(allowed.getOrDefault(page, Set.of())));
        browser.complaints();
    }

    /** The buttons of all pages that are for things of this name, or for none. */
    private static Map<String, Set<String>> drawn(DashboardThings.Made made) {
        Map<String, Set<String>> drawn = new LinkedHashMap<>();
        Stream.concat(actionsOf(made).stream().map(DashboardAction::page), OTHER_PAGES.stream())
                .distinct()
                .forEach(page -> {
                    Set<String> buttons = new TreeSet<>(browser.buttonsOf(page));
                    buttons.removeIf(button -> HARMLESS.contains(button) || isOfAnother(button, made.name()));
                    drawn.put(page, buttons);
                });
        return drawn;
    }

    /** Whether it is for a thing of another test, or of the server itself. */
    private static boolean isOfAnother(String button, String name) {
        return !button.contains(name) && button.matches(".*(obj\\d{3}|web-1/7|Revoke (fixture|viewer)| reeve).*");
    }

    /** Whether the server does what the button asks for. A command can only be shown with the payload. */
    private static boolean isAllowed(DashboardAction action, String token) {
        String[] identity = {"authorization", "Bearer " + token};
        boolean isShown = action.watched() != null
                || !action.page().startsWith("job/")
                || server.send("GET", "/v1/jobs/" + action.page().replace("job/", ""), "", identity)
                        .body()
                        .contains("\"payload\":");
        return isShown
                && server.send(action.method(), action.path(), action.body(), identity)
                                .statusCode()
                        != NOT_ALLOWED;
    }

    @Test
    void every_button_changes_the_server_and_destructive_ones_ask_first() {
        browser.script(String.join(";", RECORD));
        for (DashboardAction each : DashboardAction.ALL) {
            if (each.watched() != null) {
                press(each.of(things.makeFor(each.page(), nextName())));
            }
        }
    }

    private static void press(DashboardAction action) {
        String[] watched = String.valueOf(action.watched()).split(" ", 3);
        assertThat(browser.buttonsOf(action.page())).contains(action.button());
        assertThat(things.value(watched[0], watched[1])).as(action.toString()).isEqualTo(watched[2]);
        browser.script("window.sent = []");
        browser.pressKeyOn(action.button());
        List<String> typed = action.typed();
        assertThat(typed != null || !action.isDestructive())
                .as(action + " asks")
                .isTrue();
        if (typed != null) {
            browser.awaitQuestion();
            assertThat(things.value(watched[0], watched[1]))
                    .as(action + " asks first")
                    .isEqualTo(watched[2]);
            typed.forEach(field -> browser.type(
                    "dialog [name=" + field.replaceAll("=.*", "]"), field.substring(field.indexOf('=') + 1)));
            browser.confirmByKeys();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(things.value(watched[0], watched[1]))
                        .as(action.toString())
                        .isNotEqualTo(watched[2]));
        assertThat((List<?>) browser.script("return window.sent"))
                .map(String::valueOf)
                .contains(action.request());
        await().atMost(PATIENCE).until(() -> browser.count(".said") == 1);
        browser.script("document.querySelectorAll('dialog').forEach(each => each.close())");
        assertThat(browser.count(".said.error")).as(action.toString()).isZero();
    }
}
