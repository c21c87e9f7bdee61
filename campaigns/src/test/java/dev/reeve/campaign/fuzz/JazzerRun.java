package dev.reeve.campaign.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs Jazzer on one target in its own process, with a small heap. Its corpus, failing inputs and output are in
 * {@code target/fuzz}.
 */
final class JazzerRun {
    private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
    private static final String OURS = "dev.reeve.**";
    /** Allowed, because a setting may contain any folder and any address. */
    private static final String NO_FINDINGS = "com.code_intelligence.jazzer.sanitizers.FilePathTraversal"
            + ":com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

    private static final int LONGEST_INPUT_BYTES = 4096;

    /** The timeout for one input. The first input loads and instruments all classes, which is slow on a busy machine. */
    private static final int LONGEST_SECONDS = 60;

    private static final int START_SECONDS = 120;
    private static final int NEWER_JAVA = 24;
    private static final Pattern FINDING = Pattern.compile(
            "(?m)^(== Java .*|ERROR: libFuzzer.*|Caused by.*|\\s+at dev\\.reeve\\..*|Test unit written.*)$");
    private static final Pattern EXECUTIONS = Pattern.compile("stat::number_of_executed_units: *([0-9]+)");
    private static final Pattern COVERAGE = Pattern.compile("cov: ([0-9]+)");
    private static final Pattern INPUTS = Pattern.compile("corp: ([0-9]+)");

    private final Path folder;
    private final String said;
    private final int exitCode;

    private JazzerRun(Path folder, String said, int exitCode) {
        this.folder = folder;
        this.said = said;
        this.exitCode = exitCode;
    }

    static JazzerRun of(Target target, int seconds, long seed) throws IOException, InterruptedException {
        Path folder = Path.of("target", "fuzz", target.title());
        Path found = Files.createDirectories(folder.resolve("found"));
        Path log = folder.resolve("log");
        List<String> words = new ArrayList<>(java());
        words.add(MAIN);
        words.add("--target_class=" + target.type().getName());
        words.add("--instrumentation_includes=" + OURS);
        words.add("--custom_hook_includes=" + OURS);
        words.add("--disabled_hooks=" + NO_FINDINGS);
        words.add("--reproducer_path=" + folder);
        words.add("-artifact_prefix=" + folder + "/");
        words.add("-seed=" + (1 + Math.floorMod(seed, Integer.MAX_VALUE - 1)));
        words.add("-max_total_time=" + seconds);
        words.add("-timeout=" + LONGEST_SECONDS);
        words.add("-max_len=" + LONGEST_INPUT_BYTES);
        words.add("-print_final_stats=1");
        words.add(found.toString());
        words.add(target.corpus().toString());
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(seconds + START_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        return new JazzerRun(folder, Files.readString(log), ended ? process.exitValue() : -1);
    }

    private static List<String> java() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:+EnableDynamicAgentLoading"));
        if (Runtime.version().feature() >= NEWER_JAVA) {
            words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return words;
    }

    /** The failure; empty if there was none. */
    String finding() {
        if (exitCode == 0) {
            return "";
        }
        String lines = FINDING.matcher(said).results().map(MatchResult::group).collect(Collectors.joining("\n"));
        return "exit code " + exitCode + "\n" + lines;
    }

    String place() {
        return "see " + folder + "; an input that broke something belongs into src/test/resources/fuzz";
    }

    String figures() {
        return "%s executions, coverage %s, %s inputs".formatted(last(EXECUTIONS), last(COVERAGE), last(INPUTS));
    }

    private String last(Pattern figure) {
        return figure.matcher(said)
                .results()
                .map(found -> found.group(1))
                .reduce((earlier, later) -> later)
                .orElse("no");
    }
}
