package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.journal.local.Restore;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.QuickUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of the nodes at a cluster of real processes. */
@Timeout(300)
class DashboardClusterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BACKUP = "reeve.backup";

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Role, String> tokens = new EnumMap<>(Role.class);
    private ClusterProcesses cluster;
    private String address;
    private DashboardBrowser browser;

    @BeforeEach
    void start() throws Exception {
        Path authFile = folder.resolve("auth.toml");
        QuickUser.addTo(authFile, "ann", Role.ADMIN.word());
        AuthFileEditor editor = new AuthFileEditor(new AuthFile(authFile));
        for (Role role : Role.values()) {
            tokens.put(role, editor.addToken(role.word(), role, QueuePatterns.ALL, null));
        }
        cluster = ClusterProcesses.start(folder, 3, "http.port=0", "cluster.patience=20s", "auth.file=" + authFile);
        address = "http://127.0.0.1:" + cluster.awaitReady("http")[0];
        browser = new DashboardBrowser(folder, address);
    }

    @AfterEach
    void stop() throws IOException {
        browser.close();
        cluster.close();
    }

    /** The roles of the nodes by their names; empty while one of them is not ready. */
    private Map<String, String> roles() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/nodes"))
                .header("authorization", "Bearer " + tokens.get(Role.ADMIN))
                .build();
        JsonNode answer = new ObjectMapper()
                .readTree(http.send(request, BodyHandlers.ofString()).body());
        Map<String, String> roles = new TreeMap<>();
        for (JsonNode node : answer.get("nodes")) {
            if (!node.get("ready").asBoolean()) {
                return Map.of();
            }
            roles.put(node.get("name").asText(), node.get("role").asText());
        }
        return roles;
    }

    /** A node that leads, or one that does not and is not the one whose pages are looked at. */
    private String nodeThat(String role) throws Exception {
        return roles().entrySet().stream()
                .filter(node -> node.getValue().equals(role))
                .map(node -> node.getKey())
                .filter(name -> role.equals("leader") || !name.equals("n1"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_lead_moves_and_nodes_come_and_go_for_admins_alone() throws Exception {
        await().atMost(PATIENCE).until(() -> roles().size() == 3);
        browser.openPlain("/ui/");
        browser.awaitText("Log in");
        for (Role role : EnumSet.complementOf(EnumSet.of(Role.ADMIN))) {
            browser.loginWithToken(tokens.getOrDefault(role, ""), role.word());
            assertThat(browser.buttonsOf("nodes")).as(role.word()).isEmpty();
            browser.logout();
        }
        browser.login("ann", DashboardServer.PASSWORD);
        String leader = nodeThat("leader");
        Set<String> expected =
                new TreeSet<>(Set.of("Add a node…", "Download a backup", "Remove n1", "Remove n2", "Remove n3"));
        Set.of("n1", "n2", "n3").stream()
                .filter(name -> !name.equals(leader))
                .forEach(name -> expected.add("Make leader: " + name));
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(browser.buttonsOf("nodes")).containsExactlyInAnyOrderElementsOf(expected));
        browser.complaints();

        movesTheLead();
        addsANode();
        browser.inspect("nodes-cluster");
        removesANode();
        downloadsABackup();
        assertThat(browser.complaints()).isEmpty();
    }

    private void movesTheLead() throws Exception {
        String before = nodeThat("leader");
        String next = nodeThat("follower");
        browser.click("Make leader: " + next);
        browser.awaitQuestion();
        assertThat(nodeThat("leader")).as("it asks first").isEqualTo(before);
        browser.confirm();
        browser.awaitText(next + " leads the cluster.");
        await().atMost(PATIENCE).until(() -> "leader".equals(roles().get(next)));
    }

    /** What is refused can be mended in the question. */
    private void addsANode() throws Exception {
        int newcomer = cluster.startNewcomer();
        cluster.node(newcomer).awaitLine("cluster listens on ");
        browser.click("Add a node…");
        browser.type("dialog input[name=name]", "n4");
        browser.type("dialog input[name=address]", "nowhere");
        browser.confirm();
        browser.awaitText("Not done: address: expected a host and a port");
        assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("422"));
        assertThat(roles()).doesNotContainKey("n4");
        browser.type("dialog input[name=address]", cluster.address(newcomer));
        browser.confirm();
        browser.awaitText("n4 is a member.");
        await().atMost(PATIENCE).until(() -> roles().size() == 4);
        await().atMost(PATIENCE).until(() -> browser.count("[aria-label=Nodes] tbody tr") == 4);
    }

    private void removesANode() throws Exception {
        String leaving = nodeThat("follower");
        browser.click("Remove " + leaving);
        browser.awaitQuestion();
        assertThat(browser.mayConfirm()).isFalse();
        browser.type("dialog input[name=typed]", leaving);
        assertThat(roles()).containsKey(leaving);
        browser.confirm();
        browser.awaitText(leaving + " is no member any more.");
        await().atMost(PATIENCE).until(() -> roles().size() == 3 && !roles().containsKey(leaving));
    }

    private void downloadsABackup() throws Exception {
        Path downloads = Files.createDirectory(folder.resolve("downloads"));
        browser.saveTo(downloads);
        browser.click("Download a backup");
        browser.awaitQuestion();
        browser.confirm();
        browser.awaitText("The browser saves the backup.");
        await().atMost(PATIENCE).until(() -> Files.exists(downloads.resolve(BACKUP)));
        Restore.Checked restored =
                Restore.run(RealDisk.readOnly(downloads), BACKUP, RealDisk.open(folder.resolve("restored")));
        assertThat(restored.position()).isPositive();
    }
}
