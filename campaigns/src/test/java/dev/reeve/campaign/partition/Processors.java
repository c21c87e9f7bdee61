package dev.reeve.campaign.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The processors of this machine, divided among processes by {@code taskset}: the last one is for one process, the others are for all the
 * rest. Nodes on one machine compete for its processors, which nodes on machines of their own do not.
 */
final class Processors {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final List<Integer> all;

    private Processors(List<Integer> all) {
        this.all = all;
    }

    /** Those that this process may use; none where that cannot be known. */
    static Processors ofThisMachine() throws IOException {
        List<Integer> allowed = new ArrayList<>();
        if (Files.exists(STATUS)) {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(ALLOWED)) {
                    allowed.addAll(parse(line.substring(ALLOWED.length()).trim()));
                }
            }
        }
        return new Processors(allowed);
    }

    /** Reads a list such as 0-3,8. */
    static List<Integer> parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", -1);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    boolean canBeDivided() {
        return all.size() > 1 && Files.isExecutable(Path.of("/usr/bin/taskset"));
    }

    /** The last processor alone. */
    Processors own() {
        return new Processors(all.subList(all.size() - 1, all.size()));
    }

    /** All but the last. */
    Processors others() {
        return new Processors(all.subList(0, all.size() - 1));
    }

    /** Lets all threads of a process run here only; those that it starts later, too. */
    void bind(long pid) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("/usr/bin/taskset", "-a", "-p", "-c", toString(), Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String said = new String(taskset.getInputStream().readAllBytes(), UTF_8);
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset was refused: " + said);
        }
    }

    @Override
    public String toString() {
        return all.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
