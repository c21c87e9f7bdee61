package dev.reeve.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * A recorded HTTP dialogue in a file, executed against a server. Its lines:
 *
 * <pre>
 * # a comment
 * a&gt; PUT /queue/q {"retries":1}     client a asks; the name may be left out; a body is sent as JSON
 * a&gt;: Lease: 3                      a header of the next request
 * a&lt; 201 {"id":1}                   client a gets status and body
 * a&lt;: Location: /job/1              a header of the answer
 * a&lt;nothing                         no answer has come so far
 * +30s                              moves the clock (ms, s, m, h)
 * </pre>
 *
 * <p>The first {@code $name} in an expected reply matches any text without quotes and slashes. Later occurrences, also in
 * requests, stand for that text. A text in backquotes is sent unchanged, with a content type other than JSON. Each request is
 * processed before the next line is executed.
 */
public final class HttpTranscript {
    private static final Pattern TALK = Pattern.compile("([a-z]?)(>:|<:|>|<)(.*)");
    private static final Pattern VARIABLE = Pattern.compile("\\$([a-z]+)");
    private static final long PATIENCE_SECONDS = 20;

    private final String name;
    private final List<String> lines;

    private HttpTranscript(String name, List<String> lines) {
        this.name = name;
        this.lines = lines;
    }

    /** A test for each conversation of the folder over each kind of journal. */
    public static List<DynamicTest> tests(String folder, BiConsumer<HttpTranscript, JournalKind> play)
            throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (HttpTranscript transcript : in(folder)) {
            for (JournalKind kind : JournalKind.values()) {
                tests.add(DynamicTest.dynamicTest(transcript.name() + " " + kind, () -> play.accept(transcript, kind)));
            }
        }
        return tests;
    }

    /** Plays the conversation with a server of its own. */
    public void play(JournalKind kind) {
        play(kind, answer -> {});
    }

    /** The same, and shows every answer to the observer. */
    public void play(JournalKind kind, Consumer<HttpResponse<String>> observer) {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server).observedBy(observer)) {
            play(server, http);
        }
    }

    /** All transcripts of a folder of the test resources, by name. */
    private static List<HttpTranscript> in(String folder) throws IOException {
        Path root = Path.of("src", "test", "resources", "transcripts", folder);
        List<HttpTranscript> found = new ArrayList<>();
        try (var files = Files.list(root)) {
            for (Path file : files.sorted().toList()) {
                found.add(new HttpTranscript(file.getFileName().toString(), Files.readAllLines(file)));
            }
        }
        return found;
    }

    public String name() {
        return name;
    }

    public boolean says(String line) {
        return lines.contains(line);
    }

    public void play(TestServer server, TestHttp http) {
        Player player = new Player(server, http);
        for (int i = 0; i < lines.size(); i++) {
            try {
                player.play(lines.get(i));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name + ":" + (i + 1) + ": " + lines.get(i) + "\n" + e.getMessage(), e);
            }
        }
    }

    private static final class Player {
        private final TestServer server;
        private final TestHttp http;
        private final Map<String, CompletableFuture<HttpResponse<String>>> asked = new HashMap<>();
        private final Map<String, HttpResponse<String>> answers = new HashMap<>();
        private final Map<String, String> variables = new HashMap<>();
        private final List<String> headers = new ArrayList<>();

        Player(TestServer server, TestHttp http) {
            this.server = server;
            this.http = http;
        }

        void play(String line) {
            Matcher talk = TALK.matcher(line);
            if (line.isBlank() || line.startsWith("#")) {
                return;
            }
            if (line.startsWith("+")) {
                server.advance(duration(line.substring(1)).toMillis());
            } else if (talk.matches()) {
                String who = talk.group(1);
                String text = talk.group(3).strip();
                switch (talk.group(2)) {
                    case ">:" -> headers.add(fill(text));
                    case ">" -> ask(who, fill(text));
                    case "<:" -> expectHeader(who, text);
                    default -> expect(who, text);
                }
            } else {
                throw new IllegalArgumentException("not a line of a transcript");
            }
        }

        private void ask(String who, String text) {
            String[] words = text.split(" ", 3);
            String body = words.length > 2 ? words[2] : "";
            boolean plain = body.startsWith("`");
            String sent = plain ? body.substring(1, body.length() - 1) : body;
            HttpRequest.Builder request = http.request(
                    words[0], words[1], sent.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(sent));
            if (!body.isEmpty() && !plain) {
                request.header("content-type", "application/json");
            }
            for (String header : headers) {
                request.header(header.split(":", 2)[0], header.split(":", 2)[1].strip());
            }
            headers.clear();
            long before = http.taken();
            asked.put(who, http.sendLater(request));
            if (!who.isEmpty()) {
                http.settle(before + 1);
            }
        }

        private void expect(String who, String text) {
            CompletableFuture<HttpResponse<String>> question = asked.get(who);
            if (question == null) {
                throw new IllegalArgumentException("nothing was asked");
            }
            if (text.equals("nothing")) {
                assertThat(question.isDone()).as("an answer has come").isFalse();
                return;
            }
            HttpResponse<String> answer =
                    question.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
            answers.put(who, answer);
            match((answer.statusCode() + " " + answer.body()).strip(), text);
        }

        private void expectHeader(String who, String text) {
            HttpResponse<String> answer = answers.get(who);
            String[] parts = text.split(":", 2);
            String value =
                    answer == null ? "" : answer.headers().firstValue(parts[0]).orElse("(none)");
            match(value, parts[1].strip());
        }

        private void match(String actual, String expected) {
            StringBuilder pattern = new StringBuilder();
            List<String> unknown = new ArrayList<>();
            Matcher variable = VARIABLE.matcher(expected);
            int from = 0;
            while (variable.find()) {
                pattern.append(Pattern.quote(expected.substring(from, variable.start())));
                @Nullable String known = variables.get(variable.group(1));
                pattern.append(known == null ? "([^\"/ ]+)" : Pattern.quote(known));
                if (known == null) {
                    unknown.add(variable.group(1));
                }
                from = variable.end();
            }
            pattern.append(Pattern.quote(expected.substring(from)));
            Matcher match = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(actual);
            if (!match.matches()) {
                assertThat(actual).isEqualTo(expected);
            }
            for (int i = 0; i < unknown.size(); i++) {
                variables.put(unknown.get(i), match.group(i + 1));
            }
        }

        private String fill(String text) {
            return VARIABLE.matcher(text)
                    .replaceAll(name -> Matcher.quoteReplacement(variables.getOrDefault(name.group(1), name.group())));
        }
    }

    private static Duration duration(String text) {
        return text.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}
