package dev.reeve.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the usual linters find in a Dockerfile, as far as it concerns one that is not built here. */
final class DockerfileRules {
    private static final Set<String> KNOWN = Set.of(
            "FROM",
            "ARG",
            "ENV",
            "RUN",
            "COPY",
            "ADD",
            "USER",
            "WORKDIR",
            "VOLUME",
            "EXPOSE",
            "HEALTHCHECK",
            "ENTRYPOINT",
            "CMD",
            "LABEL",
            "STOPSIGNAL",
            "SHELL",
            "ONBUILD",
            "MAINTAINER");
    private static final Set<String> ONCE = Set.of("ENTRYPOINT", "CMD", "HEALTHCHECK");
    private static final Pattern IMAGE =
            Pattern.compile("[\\w./-]+:(?!latest\\b)[\\w.-]+(@sha256:[0-9a-f]{64})?( AS \\w+)?");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

    private final List<String> findings = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> declared = new HashSet<>();
    private String user = "root";

    private DockerfileRules() {}

    /** What is wrong with the text of a Dockerfile; nothing if it is fine. */
    static List<String> findings(String text) throws IOException, InterruptedException {
        DockerfileRules rules = new DockerfileRules();
        List<String> instructions = Stream.of(text.split("\n", -1))
                .filter(line -> !line.startsWith("#"))
                .reduce(
                        "",
                        (all, line) -> all + (line.endsWith("\\") ? line.substring(0, line.length() - 1) : line + "\n"))
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        for (String instruction : instructions) {
            String[] parts = instruction.split("\\s+", 2);
            rules.check(parts[0], parts.length == 1 ? "" : parts[1].strip());
        }
        rules.expect(!rules.user.matches("root|0|0:.*"), "the image runs as root");
        rules.expect(rules.seen.contains("HEALTHCHECK"), "there is no HEALTHCHECK");
        rules.expect(rules.seen.contains("ENTRYPOINT") || rules.seen.contains("CMD"), "there is nothing to run");
        return rules.findings;
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            findings.add(otherwise);
        }
    }

    private void check(String name, String value) throws IOException, InterruptedException {
        expect(KNOWN.contains(name), name + " is no instruction");
        expect(!seen.isEmpty() || Set.of("FROM", "ARG").contains(name), "the first instruction is " + name);
        expect(seen.add(name) || !ONCE.contains(name), "there are two of " + name);
        expect(!value.isEmpty(), name + " has no argument");
        if (name.equals("RUN")) {
            checkShell(value);
        } else {
            checkVariables(name, value);
        }
        switch (name) {
            case "FROM" -> expect(IMAGE.matcher(value).matches(), "the image " + value + " has no fixed tag");
            case "ARG", "ENV" -> declared.add(value.split("[= ]", 2)[0]);
            case "ADD" -> findings.add("ADD does more than it says: use COPY");
            case "MAINTAINER" -> findings.add("MAINTAINER is obsolete");
            case "USER" -> user = value;
            case "WORKDIR", "VOLUME" -> expect(value.startsWith("/"), name + " " + value + " is not absolute");
            case "COPY" -> expect(!value.startsWith("/") && !value.contains(".."), "COPY leaves the context: " + value);
            case "EXPOSE" ->
                expect(value.matches("\\d+(/(tcp|udp))?( \\d+(/(tcp|udp))?)*"), "EXPOSE " + value + " is no port");
            case "ENTRYPOINT", "CMD" -> expect(isExecForm(value), name + " is no list of words");
            case "HEALTHCHECK" ->
                expect(
                        value.startsWith("NONE") || isExecForm(value.replaceFirst("^(--\\w[\\w-]*=\\w+ +)*CMD +", "")),
                        name + " is no list of words");
            default -> {}
        }
    }

    private static boolean isExecForm(String value) {
        try {
            JsonNode words = new ObjectMapper().readTree(value);
            boolean areTexts = words.isArray() && !words.isEmpty();
            for (JsonNode word : words) {
                areTexts &= word.isTextual();
            }
            return areTexts;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void checkVariables(String name, String value) {
        Matcher variables = VARIABLE.matcher(value);
        while (!value.startsWith("[") && variables.find()) {
            expect(
                    declared.contains(variables.group(1)),
                    name + " uses " + variables.group(1) + ", which nothing sets");
        }
    }

    private void checkShell(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-n", "-c", command).start();
        String error = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        expect(shell.waitFor() == 0, "RUN is no shell command: " + error.strip());
        String words = " " + command.toLowerCase(Locale.ROOT) + " ";
        expect(!words.contains(" sudo "), "RUN uses sudo");
        expect(!words.contains(" cd "), "RUN uses cd in place of WORKDIR");
        expect(!words.matches(".*\\|\\s*(ba)?sh .*"), "RUN executes what it downloads");
        expect(
                !words.contains("apt-get install") || words.contains("rm -rf /var/lib/apt/lists"),
                "RUN leaves the lists of packages in the image");
    }
}
