package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.MachineNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.core.ConditionTimeoutException;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without windows, showing the dashboard of a server. */
final class DashboardBrowser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path SCREENSHOTS = Path.of("target/screenshots");
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 860;
    static final int PHONE = 360;
    static final int PHONE_HEIGHT = 740;
    static final int WALL = 3840;
    static final int WALL_HEIGHT = 2160;
    private static final int MOST_TABS = 50;
    private static final List<String> THEMES = List.of("light", "dark");

    /** Held, because a logger that nobody holds forgets its level. Selenium warns of what only its own devtools need. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** Notes when an element has been painted: in the frame after the one in which it is found. */
    private static final String OBSERVER = """
            new MutationObserver((changes, observer) => {
              if (window.firstView === undefined && document.querySelector('%s')) {
                observer.disconnect();
                requestAnimationFrame(() => requestAnimationFrame(() => { window.firstView = performance.now(); }));
              }
            }).observe(document, { childList: true, subtree: true });
            """;

    /** Between two pages is one that does not exist, so that the heading tells when the second one has been drawn. */
    private static final String BUTTONS_OF = """
            const [page, done] = arguments;
            const heading = () => document.querySelector('main h1')?.textContent;
            const go = (address) => new Promise((went) => {
              addEventListener('hashchange', went, { once: true });
              location.hash = '#/' + address;
            });
            const none = 'There is no such page.';
            const hidden = ['tokens', 'webhooks', 'audit'].includes(page) && !document.querySelector(`nav a[href="#/${page}"]`);
            (async () => {
              await go('nothing');
              if (heading() !== none) {
                return ['the page that does not exist is called ' + heading()];
              }
              await go(page);
              while (!hidden && heading() === none) {
                await new Promise((later) => setTimeout(later, 10));
              }
              return [...document.querySelectorAll('main button:not(.sort)')].map((each) => each.ariaLabel ?? each.textContent.trim());
            })().then(done);
            """;

    private boolean observes;
    private final MachineNetwork network = MachineNetwork.unchanged();
    private final ChromeDriver driver;
    private String server;
    private final String axe;

    DashboardBrowser(Path folder, String server) throws IOException {
        this.server = server;
        SELENIUM.setLevel(Level.SEVERE);
        try (InputStream in = DashboardBrowser.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-proxy-server",
                "--force-prefers-reduced-motion",
                "--user-data-dir=" + folder.resolve("profile"));
        options.setCapability("goog:loggingPrefs", logs);
        options.setAcceptInsecureCerts(true);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
                .usingAnyFreePort()
                .withEnvironment(Map.of("TMPDIR", folder.toString(), "HOME", folder.toString()))
                .build();
        driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        resize(WIDTH, HEIGHT);
        Files.createDirectories(SCREENSHOTS);
    }

    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** From now on addresses are those of another server. */
    void visit(String other) {
        server = other;
    }

    /** Logs in at the page that asks who is there. */
    void login(String name, String password) {
        type("input[name=name]", name);
        type("input[name=password]", password);
        press(Keys.ENTER);
        awaitText(name + ", ");
    }

    void loginWithToken(String token, String name) {
        script("document.querySelector('input[value=token]').click()");
        type("input[name=token]", token);
        press(Keys.ENTER);
        awaitText(name + ", ");
    }

    void logout() {
        click("Log out");
        awaitText("Logged out.");
    }

    /**
     * Checks that no page is wider than a phone or a wall, and leaves pictures of the narrow ones in both themes. The height makes no
     * difference to that, and a low wall is painted sooner.
     */
    void fit(List<String> pages) throws IOException {
        for (int width : new int[] {PHONE, WALL}) {
            resize(width, PHONE_HEIGHT);
            for (String page : pages) {
                open(page, "Theme");
                await().atMost(PATIENCE).until(() -> count("main h1") == 1);
                assertThat(script("return document.documentElement.scrollWidth <= window.innerWidth"))
                        .as(page + " at " + width)
                        .isEqualTo(true);
                if (width == PHONE) {
                    for (String theme : THEMES) {
                        choose(theme);
                        picture("at-360-%s%s-%s"
                                .formatted(page.replaceAll("[/?].*", ""), page.contains("/") ? "-one" : "", theme));
                    }
                }
            }
        }
    }

    /** Leaves a picture of the page as it is, down to its end, and without the scroll bar, whose place the page takes. */
    void picture(String name) throws IOException {
        Object size =
                driver.executeCdpCommand("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
        Map<?, ?> sides = (Map<?, ?>) Objects.requireNonNull(size);
        Map<String, Object> all = Map.of(
                "x", 0,
                "y", 0,
                "width", script("return window.innerWidth"),
                "height", Objects.requireNonNull(sides.get("height")),
                "scale", 1);
        Object picture = driver.executeCdpCommand(
                        "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", all))
                .get("data");
        Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode(String.valueOf(picture)));
    }

    void usualSize() {
        resize(WIDTH, HEIGHT);
    }

    /** Opens a page by its address after the {@code #}, and waits for a text of it. */
    void open(String address, String text) {
        driver.get(server + "/ui/#/" + address);
        awaitText(text);
    }

    /** Goes to another page as a link does: nothing but the address after the {@code #} changes. */
    void follow(String address) {
        driver.executeScript("location.hash = arguments[0]", "#/" + address);
    }

    /**
     * Goes to another page and returns the buttons that it draws in the end: their labels, or their texts. A page that is not
     * in the navigation is not there.
     */
    List<String> buttonsOf(String page) {
        Object found = driver.executeAsyncScript(BUTTONS_OF, page);
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    void openPlain(String path) {
        driver.get(server + path);
    }

    void reload(String text) {
        driver.navigate().refresh();
        awaitText(text);
    }

    String address() {
        return String.valueOf(driver.getCurrentUrl());
    }

    String text() {
        Object text = driver.executeScript("return document.body.innerText");
        return String.valueOf(text);
    }

    void awaitText(String text) {
        awaitText(text, true);
    }

    void awaitGone(String text) {
        awaitText(text, false);
    }

    /** Asks the browser for no more than yes or no: this is what tests do most. */
    private void awaitText(String text, boolean isThere) {
        try {
            await().atMost(PATIENCE)
                    .until(() -> Boolean.valueOf(isThere)
                            .equals(driver.executeScript(
                                    "return document.body.innerText.includes(arguments[0])", text)));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("%s%s on %s: %s".formatted(isThere ? "" : "still ", text, address(), text()), e);
        }
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Clicks what has this label or text. The pages draw themselves anew now and then, so an element may be gone. */
    void click(String name) {
        use(name, WebElement::click);
    }

    private void use(String name, Consumer<WebElement> act) {
        String quoted = "\"" + name + "\"";
        By by = By.xpath("//*[self::button or self::a or self::summary][not(@disabled)][normalize-space(.)=" + quoted
                + " or @aria-label=" + quoted + "]");
        await().atMost(PATIENCE).until(() -> {
            try {
                List<WebElement> found = driver.findElements(by);
                if (found.isEmpty()) {
                    return false;
                }
                act.accept(found.get(found.size() - 1));
                return true;
            } catch (StaleElementReferenceException e) {
                return false;
            }
        });
    }

    /** Presses what has this label or text with the keyboard. Where the keyboard is, is seen. */
    void pressKeyOn(String name) {
        press(Keys.TAB);
        use(name, element -> {
            Object outline = driver.executeScript(
                    "arguments[0].focus(); return getComputedStyle(document.activeElement).outlineStyle", element);
            assertThat(outline).as(name).isEqualTo("solid");
            press(Keys.ENTER);
        });
    }

    /** Goes with the keyboard to the button that does what the open dialog asks about, and presses it. */
    void confirmByKeys() {
        for (int i = 0; i < MOST_TABS; i++) {
            if (Boolean.TRUE.equals(script("return document.activeElement.matches('dialog [data-act]')"))) {
                press(Keys.ENTER);
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError("the keyboard does not lead to the button");
    }

    /** Files that pages let the browser save go to this folder. */
    void saveTo(Path downloads) {
        driver.executeCdpCommand(
                "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", downloads.toString()));
    }

    /** The system has this theme now; {@code light} or {@code dark}. */
    void systemTheme(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    void awaitQuestion() {
        await().atMost(PATIENCE).until(() -> count("dialog [data-act]") == 1);
    }

    /** Presses the button that does what the open dialog asks about. */
    void confirm() {
        await().atMost(PATIENCE).until(() -> count("dialog [data-act]:enabled") > 0);
        driver.findElement(By.cssSelector("dialog [data-act]")).click();
    }

    boolean mayConfirm() {
        return driver.findElement(By.cssSelector("dialog [data-act]")).isEnabled();
    }

    void type(String css, String text) {
        await().atMost(PATIENCE).until(() -> count(css) > 0);
        WebElement field = driver.findElement(By.cssSelector(css));
        field.clear();
        field.sendKeys(text);
    }

    /** Presses a key, wherever the keyboard is. */
    void press(Keys key) {
        PressedKey.of(key).events().forEach(event -> driver.executeCdpCommand("Input.dispatchKeyEvent", event));
    }

    int count(String css) {
        Object count = driver.executeScript("return document.querySelectorAll(arguments[0]).length", css);
        return ((Number) Objects.requireNonNull(count)).intValue();
    }

    String attribute(String css, String name) {
        return String.valueOf(driver.findElement(By.cssSelector(css)).getDomProperty(name));
    }

    /** Opens a page with an empty cache. Returns the milliseconds from the start of the navigation until what matches has been painted. */
    double firstView(String page, String css) {
        if (!observes) {
            driver.executeCdpCommand(
                    "Page.addScriptToEvaluateOnNewDocument", Map.of("source", OBSERVER.formatted(css)));
            observes = true;
        }
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        driver.get("about:blank");
        driver.get(server + "/ui/#/" + page);
        await().atMost(PATIENCE).until(() -> script("return window.firstView") != null);
        return ((Number) script("return window.firstView")).doubleValue();
    }

    /** What the browser complains about since the last call: scripts, missing files, violations of the policy. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    /** Looks at the page in both themes: a screenshot each, and no finding of axe. Only its rules about colours depend on the theme. */
    void inspect(String page) throws IOException {
        assertThat(complaints()).as(page).isEmpty();
        for (String theme : THEMES) {
            choose(theme);
            picture(page + "-" + theme);
            String rules = theme.equals("light") ? "" : ", runOnly: ['color-contrast', 'link-in-text-block']";
            assertThat(findings(rules)).as(page + ", " + theme).isEmpty();
        }
        complaints();
    }

    private void choose(String theme) {
        driver.executeScript(
                "const choice = document.querySelector('.theme select'); choice.value = arguments[0];"
                        + "choice.dispatchEvent(new Event('change', { bubbles: true }))",
                theme);
    }

    /** @param rules an option of axe; empty for all rules */
    private String findings(String rules) {
        if (Boolean.FALSE.equals(driver.executeScript("return 'axe' in window"))) {
            driver.executeScript(axe + "; window.axe = axe;");
        }
        Object found = driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document, { resultTypes: ['violations']" + rules + " }).then("
                + "result => done(result.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 200) + ' ' + n.failureSummary).join(' | ')).join('\\n')),"
                + "error => done('axe failed: ' + error))");
        return String.valueOf(found);
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        network.close();
    }
}
