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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
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
                wire,
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), peers.get(number - 1).port()));
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

    /** A node without peers waits at the third address. */
    private Founding waiting(long id) throws Exception {
        Founding founding = Founding.open(data(4), "n4", List.of(), id);
        Wire wire = new Wire(Wire.Security.NONE);
        wires.add(wire);
        founding.listen(
                wire,
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), peers.get(2).port()));
        return founding;
    }

    /** Offers n4 a place; what it answers. */
    private String offer(Founding from, String name, int number) throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        Member place = new Member("127.0.0.1", peers.get(2).port(), number);
        from.admit(wires.get(0), name, place, new Group.Admitting() {
            @Override
            public void admitted(Member taken) {
                answers.add("taken " + taken.number());
            }

            @Override
            public void refused(String why) {
                answers.add(why);
            }
        });
        return String.valueOf(answers.poll(30, TimeUnit.SECONDS));
    }

    private Founding foundedByTwo(long firstId) throws Exception {
        List<Founder> two = peers.subList(0, 2);
        Founding founder = Founding.open(data((int) firstId), "n1", two, firstId);
        founder.heard(two.get(1), new FolderIdentity("n2", 22, two, List.of()).encode());
        assertThat(founder.isFounded()).isTrue();
        return founder;
    }

    @Test
    void a_node_that_waits_takes_one_place_and_keeps_it() throws Exception {
        Founding founder = foundedByTwo(11);
        Founding newcomer = waiting(44);
        newcomer.ask(wires.get(0));
        assertThat(newcomer.isFounded()).isFalse();
        assertThat(offer(founder, "n5", 4)).contains(" is n4");
        assertThat(offer(founder, "n4", 4)).isEqualTo("taken 4");
        assertThat(newcomer.isFounded()).isTrue();
        assertThat(newcomer.founders()).isEmpty();
        assertThat(offer(founder, "n4", 7)).as("its votes are of its number").isEqualTo("taken 4");
        assertThat(offer(foundedByTwo(12), "n4", 4)).contains("belongs to another cluster");
        assertThat(Founding.open(data(4), "n4", List.of(), 99).self())
                .as("after a restart")
                .isEqualTo(new Member("127.0.0.1", peers.get(2).port(), 4));
    }

    @Test
    void a_node_that_waits_to_found_a_cluster_joins_no_other() throws Exception {
        listen(3, 33);
        assertThat(offer(foundedByTwo(11), "n3", 4)).contains("waits to found one");
    }

    @Test
    void nobody_takes_the_place_at_a_silent_address() throws Exception {
        listen(1, 1);
        assertThat(offer(foundedByTwo(11), "n4", 4)).startsWith("no node answers at 127.0.0.1:");
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

    @Test
    void the_names_of_members_that_joined_are_kept() throws Exception {
        Member fourth = new Member("h", 7, 4);
        Founding founder = foundedByTwo(11);
        assertThat(founder.name(fourth)).isNull();
        founder.named(fourth, "n4");
        founder.named(new Member("h", 8, 5), "n5");
        List<Founder> two = peers.subList(0, 2);
        Founding restarted = Founding.open(data(11), "n1", two, 99);
        assertThat(restarted.name(fourth)).isEqualTo("n4");
        assertThat(restarted.name(new Member("h", 9, 6))).isNull();
        Files.writeString(data(11).resolve("names"), "4 n4\nfive");
        assertThat(Founding.open(data(11), "n1", two, 99).name(new Member("h", 8, 5)))
                .as("a damaged file")
                .isNull();
    }

    @Test
    void a_folder_is_that_of_the_only_node_of_a_cluster() throws Exception {
        Files.createDirectories(data(1));
        Founding.foundAlone(data(1), peers.get(0), 11);
        Founding alone = Founding.open(data(1), "n1", List.of(), 99);
        assertThat(alone.isFounded()).isTrue();
        assertThat(alone.founders()).containsExactly(alone.self());
        assertThat(alone.self().number()).isEqualTo(1);
    }

    /** What a node that has no leader hears of the others. */
    private List<Boolean> ask(Founding lonely) throws InterruptedException {
        BlockingQueue<Boolean> answers = new LinkedBlockingQueue<>();
        lonely.askWhetherReplaced(wires.get(0), lonely.founders(), answers::add);
        List<Boolean> heard = new ArrayList<>();
        for (int other = 1; other < peers.size(); other++) {
            Boolean answer = answers.poll(30, TimeUnit.SECONDS);
            assertThat(answer).as("an answer").isNotNull();
            heard.add(answer);
        }
        return heard;
    }

    /** The folder of a node becomes that of a node of another cluster, and listens. */
    private void goElsewhere(int number) throws Exception {
        Member place = new Member("127.0.0.1", peers.get(number - 1).port(), 101);
        Files.createDirectories(data(number));
        Founding.goOnAlone(data(number), "n" + number, place, 77);
        assertThat(listen(number, 0).self()).isEqualTo(place);
    }

    @Test
    void a_cluster_is_replaced_when_most_of_its_nodes_belong_to_another() throws Exception {
        List<Founding> all = List.of(listen(1, 11), listen(2, 22), listen(3, 33));
        found(all);
        assertThat(ask(all.get(0))).as("all are there").containsOnly(false);
        wires.get(2).close();
        goElsewhere(3);
        assertThat(ask(all.get(0))).as("the second and this one could go on").containsOnly(false);
        wires.get(1).close();
        goElsewhere(2);
        assertThat(ask(all.get(0))).as("this one is alone").containsExactly(false, true);
    }
}
