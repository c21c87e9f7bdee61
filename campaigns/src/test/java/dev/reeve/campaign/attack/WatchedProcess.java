package dev.reeve.campaign.attack;

import dev.reeve.server.WatchedLoopsMain;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server process with the JVM options of the launcher, which measures its own loops. A short attack is over before the
 * optimizing compiler has paid off; without it, twice the time counts as long.
 */
final class WatchedProcess implements AutoCloseable {
    private static final Pattern LONGEST = Pattern.compile("of processor time longest ([0-9.]+) ms");
    private static final Pattern TURNS = Pattern.compile(" turns (\\d+), ");
    private static final Pattern LONG = Pattern.compile(", above \\d+ ms (\\d+);");
    private static final int LINES = 3;

    private final ServerProcess process;
    private int linesRead;

    WatchedProcess(int heapMib, Path data, String... settings) throws IOException {
        List<String> all = new ArrayList<>(AttackedServer.DOORS);
        all.addAll(List.of(settings));
        process = ServerProcess.startWith(WatchedLoopsMain.class, options(heapMib), data, all.toArray(String[]::new));
    }

    static List<String> options(int heapMib) {
        return List.of(
                "-Xmx" + heapMib + "m",
                "-XX:TieredStopAtLevel=" + (AttackTest.AT_LENGTH ? 4 : 1),
                "-Dreeve.long-turn-millis=" + (AttackTest.AT_LENGTH ? 5 : 10),
                "-XX:-UseSerialGC",
                "-XX:+UseG1GC",
                "-XX:MaxGCPauseMillis=8",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:G1NewSizePercent=0",
                "-XX:G1RSetUpdatingPauseTimePercent=60",
                "-XX:MaxTenuringThreshold=0",
                "-XX:G1HeapRegionSize=4m",
                "-XX:+ExitOnOutOfMemoryError");
    }

    ServerProcess process() {
        return process;
    }

    /** The figures of the loops and of the collections since the last call, in three lines. */
    List<String> figures() throws Exception {
        int wanted = linesRead + LINES;
        process.tell("figures");
        List<String> lines = process.awaitLines("watch: ", wanted);
        linesRead = wanted;
        return lines.subList(wanted - LINES, wanted);
    }

    /** The processor time of the longest turn of a loop in these figures. */
    static double longestTurnMillis(String loop, List<String> figures) {
        return Double.parseDouble(figure(LONGEST, loop, figures));
    }

    /** How many turns of a loop took longer than five milliseconds of processor time, or ten in a short attack. */
    static int longTurns(String loop, List<String> figures) {
        return Integer.parseInt(figure(LONG, loop, figures));
    }

    static int turns(String loop, List<String> figures) {
        return Integer.parseInt(figure(TURNS, loop, figures));
    }

    private static String figure(Pattern pattern, String loop, List<String> figures) {
        for (String line : figures) {
            Matcher figure = pattern.matcher(line);
            if (line.startsWith("watch: " + loop) && figure.find()) {
                return figure.group(1);
            }
        }
        throw new AssertionError("no figures of " + loop + " in " + figures);
    }

    @Override
    public void close() {
        process.close();
    }
}
