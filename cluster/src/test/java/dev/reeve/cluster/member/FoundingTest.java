package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundingTest {
    @TempDir
    private Path folder;

    private final List<Founder> peers = new ArrayList<>();
    private final List<Wire> wires = new ArrayList<>();

    @BeforeEach
    void chooseThreePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket);
            peers.add(new Founder("n" + i, "127.0.0.1", socket.getLocalPort()));
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
    }

    @AfterEach
    void closeWires() {
        wires.forEach(Wire::close);
    }

    private Path data(int number) {
        return folder.resolve("n" + number);
    }

    private Founding open(int number, long id) throws Exception {
        return Founding.open(data(number), "n" + number, peers, id);
    }

    /** Opens a node, and lets it listen. */
    private Founding listen(int number, long id) throws Exception {
        Founding founding = open(number, id);
        Wire wire = new Wire(Wire.Security.NONE);
        wires.add(wire);
        founding.listen(
                wire, new InetSocketAddress("127.0.0.1", peers.get(number - 1).port()));
        return founding;
    }

    private void found(List<Founding> all) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!all.stream().allMatch(Founding::isFounded)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            for (Founding one : all) {
                one.ask(wires.get(0));
            }
            Thread.sleep(20);
        }
    }

    @Test
    void nodes_with_new_folders_found_a_cluster_once_all_are_there() throws Exception {
        Founding first = listen(1, 11);
        Founding second = listen(2, 22);
        first.ask(wires.get(0));
        Thread.sleep(50);
        assertThat(first.isFounded()).as("without the third").isFalse();
        Founding third = listen(3, 33);
        found(List.of(first, second, third));
        assertThat(third.founders()).isEqualTo(first.founders());
        assertThat(third.self()).isEqualTo(new Member("127.0.0.1", peers.get(2).port(), 3));
        assertThat(open(3, 99).isFounded()).as("after a restart").isTrue();
    }

    @Test
    void a_node_that_lost_its_folder_stays_out() throws Exception {
        Founding first = listen(1, 11);
        Founding second = open(2, 22);
        Founding third = listen(3, 33);
        first.heard(peers.get(1), new FolderIdentity("n2", 22, peers, List.of()).encode());
        first.heard(peers.get(2), new FolderIdentity("n3", 33, peers, List.of()).encode());
        assertThat(first.isFounded()).isTrue();
        Files.delete(data(2).resolve("identity"));
        Founding again = open(2, 222);
        again.heard(peers.get(0), Files.readAllBytes(data(1).resolve("identity")));
        assertThatThrownBy(() -> again.ask(wires.get(0))).hasMessageContaining("another data folder");
        second.heard(peers.get(0), Files.readAllBytes(data(1).resolve("identity")));
        third.heard(peers.get(0), Files.readAllBytes(data(1).resolve("identity")));
        assertThat(second.isFounded() && third.isFounded())
                .as("those of the founding")
                .isTrue();
    }

    @Test
    void nodes_that_name_other_peers_found_nothing() throws Exception {
        Founding first = listen(1, 11);
        first.heard(peers.get(1), new FolderIdentity("n2", 22, peers.subList(0, 2), List.of()).encode());
        assertThatThrownBy(() -> first.ask(wires.get(0))).hasMessageContaining("n2 has other peers");
    }

    @Test
    void what_is_no_identity_is_not_heard() throws Exception {
        Founding first = listen(1, 11);
        first.heard(peers.get(1), new byte[] {1, 2, 3});
        first.ask(wires.get(0));
        assertThat(first.isFounded()).isFalse();
    }

    @Test
    void a_folder_belongs_to_one_name() throws Exception {
        open(1, 11);
        assertThatThrownBy(() -> Founding.open(data(1), "n2", peers, 22))
                .hasMessage("the data folder belongs to n1, not to n2");
    }

    @Test
    void a_damaged_identity_is_refused() throws Exception {
        open(1, 11);
        Files.writeString(data(1).resolve("identity"), "reeve-cluster 1\nn1");
        assertThatThrownBy(() -> open(1, 11)).hasMessageContaining("is damaged");
    }
}
