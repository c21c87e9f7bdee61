package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.testkit.ClusterAddresses;
import dev.reeve.testkit.Documents;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/cluster.md, as they stand there: the jobs of one server come to three nodes, survive the first, and come back. */
class FromOneToThreeTest {
    private static final int JOBS = 5;
    private static final Pattern BLOCK =
            Pattern.compile("## From one server to three.*?```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ADDRESS = Pattern.compile("10\\.0\\.0\\.(\\d):7419");
    private static final Pattern NAME = Pattern.compile("cluster\\.name=(\\w+)");

    @TempDir
    private Path folder;

    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, ServerProcess> servers = new TreeMap<>();
    private final StringWriter said = new StringWriter();
    private final Set<String> added = new TreeSet<>();

    @AfterEach
    void end() {
        servers.values().forEach(ServerProcess::close);
    }

    private void add(String server, int jobs) throws InterruptedException {
        try (WorkqClient client = new WorkqClient(server(server).awaitReady())) {
            for (int i = 0; i < jobs; i++) {
                added.add(client.add("q", "x"));
            }
        }
    }

    private Set<String> takeAll(String server) throws InterruptedException {
        Set<String> found = new TreeSet<>();
        try (WorkqClient client = new WorkqClient(server(server).awaitReady())) {
            DoorClient.Taken taken;
            while ((taken = client.acquire("q")) != null) {
                found.add(taken.id());
            }
        }
        return found;
    }

    private ServerProcess server(String name) {
        return Objects.requireNonNull(servers.get(name), name);
    }

    /** A line of the document with the addresses of this machine. */
    private List<String> words(String line) throws IOException {
        StringBuilder text = new StringBuilder();
        Matcher address = ADDRESS.matcher(line);
        while (address.find()) {
            String node = "n" + address.group(1);
            if (!ports.containsKey(node)) {
                ports.put(node, ClusterAddresses.port());
            }
            address.appendReplacement(text, "127.0.0.1:" + ports.get(node));
        }
        return List.of(address.appendTail(text).toString().split(" +", -1));
    }

    /** Runs a line of the document. */
    private void run(String line) throws Exception {
        List<String> words = words(line);
        assertThat(words.get(0)).isEqualTo("./reeve");
        Matcher name = NAME.matcher(line);
        String node = name.find() ? name.group(1) : "single";
        if (words.get(1).equals("serve")) {
            List<String> settings = new ArrayList<>(List.of("http.port=0"));
            words.stream().filter(word -> word.startsWith("cluster.")).forEach(settings::add);
            servers.put(node, ServerProcess.start(folder.resolve(node), settings.toArray(String[]::new)));
            server(node).awaitOneOf("cluster listens on ", "Reeve is ready");
            return;
        }
        List<String> arguments = new ArrayList<>(words.subList(1, words.size()));
        if (words.get(2).equals("init")) {
            arguments.addAll(List.of("--data", folder.resolve(node).toString()));
        } else {
            // Any node answers: here it is the one that was the first to come, and the last one once the first has
            // left.
            String asked = line.contains("backup") || line.contains("export") ? "n3" : "n1";
            arguments.addAll(
                    List.of("--url", "http://127.0.0.1:" + server(asked).awaitReady("http")));
            arguments.replaceAll(
                    word -> word.startsWith("cluster.backup") || word.equals("single") ? file(word) : word);
        }
        said.getBuffer().setLength(0);
        int code = ReeveCommand.execute(
                new PrintWriter(said, true), new PrintWriter(said, true), arguments.toArray(String[]::new));
        assertThat(code).as(line + ": " + said).isZero();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void all_jobs_go_with_it_and_come_back() throws Exception {
        servers.put("n1", ServerProcess.start(folder.resolve("n1")));
        add("n1", JOBS);
        server("n1").terminate();
        server("n1").awaitExit();
        Matcher block = BLOCK.matcher(Documents.read("docs/cluster.md"));
        assertThat(block.find()).isTrue();
        for (String line : block.group(1).lines().toList()) {
            if (line.contains("cluster leave")) {
                assertThat(said.toString()).as("status and transfer").contains("n2 leads the cluster");
            }
            run(line);
            if (line.contains("cluster init")) {
                isRepeatedWhereItEnded(line);
            } else if (line.contains("cluster leave")) {
                server("n1").kill();
                add("n2", 1);
            }
        }
        assertThat(takeAll("single")).as("exported from n3").isEqualTo(added);
        assertThat(takeAll("n3")).as("without the first node").isEqualTo(added);
        assertThat(Files.size(folder.resolve("cluster.backup"))).isPositive();
    }

    /** The last step was not done when the power went: until it is, no server starts. */
    private void isRepeatedWhereItEnded(String line) throws Exception {
        Path data = folder.resolve("n1");
        Files.move(data.resolve("before-cluster/manifest"), data.resolve("manifest"));
        try (ServerProcess refused = ServerProcess.start(data)) {
            refused.awaitLine("belongs to a node of a cluster");
        }
        run(line);
        assertThat(data.resolve("manifest")).doesNotExist();
        List<String> again = new ArrayList<>(words(line).subList(1, words(line).size()));
        again.addAll(List.of("--data", data.toString()));
        assertThat(ReeveCommand.execute(
                        new PrintWriter(said, true), new PrintWriter(said, true), again.toArray(String[]::new)))
                .isNotZero();
        assertThat(said.toString()).contains("belongs to a node of a cluster already");
    }
}
