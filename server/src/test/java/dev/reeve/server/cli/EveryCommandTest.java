package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.server.cli.remote.RemoteCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What holds for every command and subcommand, by the list of them that the program has: its help, its place in the manual, a wrong
 * option, a missing subcommand, and a server that refuses. A new command is found by itself.
 */
class EveryCommandTest {
    private static final String REFUSAL =
            "{\"type\":\"/problems/some\",\"title\":\"Some\",\"detail\":\"you may not do this\"}";
    /** Exit codes by what the server answers: one answer for each code. */
    private static final Map<Integer, Integer> CODES = Map.of(403, 7, 404, 4, 409, 5, 422, 1);

    private static final Map<Integer, Integer> OTHER_CODES = Map.of(400, 1, 401, 7, 405, 1, 413, 1, 507, 1);

    private static final int USAGE = 2;

    /** Only looked at. To build all commands takes long. */
    private static final CommandLine PROGRAM = ReeveCommand.commandLine();

    @TempDir
    private static Path folder;

    private static HttpServer refusing;
    private static volatile int status;

    @BeforeAll
    static void start() throws IOException {
        refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] body = REFUSAL.getBytes(StandardCharsets.UTF_8);
        refusing.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("content-type", "application/problem+json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        refusing.start();
    }

    @AfterAll
    static void stop() {
        refusing.stop(0);
    }

    /** The words of every command and subcommand, as in {@code job show}. */
    static Stream<String> commands() {
        return below("", PROGRAM);
    }

    private static Stream<String> below(String words, CommandLine command) {
        return command.getSubcommands().entrySet().stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(words + each.getKey()), below(words + each.getKey() + " ", each.getValue())));
    }

    static Stream<String> groups() {
        return commands().filter(words -> spec(words).userObject() instanceof Runnable);
    }

    /** Commands that ask a server for something. The names of servers are kept in a file of the user; a cluster begins, skips an entry and is reset without a server. */
    static Stream<String> asking() {
        return commands()
                .filter(words -> RemoteCommands.names().contains(words.split(" ", 2)[0]))
                .filter(words -> !words.startsWith("context")
                        && !Set.of("cluster init", "cluster skip", "cluster reset-members")
                                .contains(words))
                .filter(words -> !(spec(words).userObject() instanceof Runnable));
    }

    private static CommandSpec spec(String words) {
        CommandLine command = PROGRAM;
        for (String word : words.split(" ", -1)) {
            command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
        return command.getCommandSpec();
    }

    /** Runs a command. Returns its exit code and what it printed. */
    private static Map.Entry<Integer, String> run(String words, String... more) {
        List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
        all.addAll(List.of(more));
        StringWriter printed = new StringWriter();
        int code = ReeveCommand.execute(
                new PrintWriter(printed, true), new PrintWriter(printed, true), all.toArray(String[]::new));
        return Map.entry(code, printed.toString());
    }

    private static void assertOneLine(Map.Entry<Integer, String> end, int code, String beginning) {
        assertThat(end.getValue()).startsWith("reeve: " + beginning).hasLineCount(1);
        assertThat(end.getKey()).as(end.getValue()).isEqualTo(code);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void has_help_that_explains_every_option(String words) {
        Map.Entry<Integer, String> help = run(words, "--help");
        assertThat(help.getKey()).isZero();
        assertThat(help.getValue()).startsWith("Usage: reeve " + words);
        CommandSpec spec = spec(words);
        assertThat(spec.usageMessage().description()).isNotEmpty();
        assertThat(arguments(spec))
                .allSatisfy(argument -> assertThat(argument.description())
                        .as(argument.paramLabel())
                        .isNotEmpty());
    }

    private static Stream<ArgSpec> arguments(CommandSpec spec) {
        return Stream.concat(spec.options().stream(), spec.positionalParameters().stream());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void refuses_an_option_that_it_does_not_have(String words) {
        Map.Entry<Integer, String> end = run(words, "--no-such-option");
        assertOneLine(end, USAGE, "");
        assertThat(end.getValue()).contains("(see reeve " + words + " --help)");
    }

    @ParameterizedTest
    @MethodSource("groups")
    void asks_for_a_subcommand(String words) {
        assertOneLine(run(words), USAGE, "Missing subcommand: ");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void is_in_the_manual(String words) throws IOException {
        String name = words.split(" ", 2)[0];
        String pages = Files.readString(Path.of("..", "docs", "command-line.md"))
                + Files.readString(Path.of("..", "README.md"));
        assertThat(pages).containsPattern("`[^`\\n]*\\b" + name + "\\b[^`\\n]*`");
    }

    @ParameterizedTest
    @MethodSource("asking")
    void says_in_one_line_what_the_server_refuses(String words) throws IOException {
        assertRefusals(words, CODES);
    }

    @Test
    void every_answer_has_its_exit_code() throws IOException {
        assertRefusals("status", OTHER_CODES);
    }

    private static void assertRefusals(String words, Map<Integer, Integer> codes) throws IOException {
        for (Map.Entry<Integer, Integer> each : codes.entrySet()) {
            List<String> more = new ArrayList<>(needed(words));
            int program = more.indexOf("--");
            more.addAll(program < 0 ? more.size() : program, List.of("--url", url()));
            status = each.getKey();
            assertOneLine(run(words, more.toArray(String[]::new)), each.getValue(), "you may not do this");
        }
    }

    private static String url() {
        return "http://127.0.0.1:" + refusing.getAddress().getPort();
    }

    /** What the command cannot do without. */
    private static List<String> needed(String words) throws IOException {
        List<String> needed = new ArrayList<>();
        CommandSpec spec = spec(words);
        spec.positionalParameters().stream()
                .filter(parameter -> parameter.arity().min() > 0)
                .forEach(parameter -> needed.add(
                        switch (parameter.paramLabel()) {
                            case "FILE" -> folder.resolve("file").toString();
                            case "NAME=VALUE" -> "x=1";
                            case "JSON" -> "{}";
                            default -> "x";
                        }));
        spec.options().stream()
                .filter(ArgSpec::required)
                .forEach(option -> needed.addAll(List.of(option.longestName(), "x")));
        if (words.startsWith("jobs ")) {
            needed.addAll(List.of("--state", "failed"));
        }
        if (spec.optionsMap().containsKey("--yes")) {
            needed.add("--yes");
        }
        switch (words) {
            case "limit set" -> needed.addAll(List.of("--max-running", "1"));
            case "work" -> needed.addAll(List.of("--", "true"));
            case "import" ->
                needed.add(Files.writeString(folder.resolve("jobs"), "{}\n").toString());
            default -> {}
        }
        return needed;
    }
}
