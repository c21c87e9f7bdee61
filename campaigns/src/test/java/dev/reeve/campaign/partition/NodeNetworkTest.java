package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The network of the faults, with datagrams of real processes. */
class NodeNetworkTest {
    private static final String HEAR = """
            import socket, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            s.bind((sys.argv[1], 5000))
            print("listens", flush=True)
            while True:
                print(s.recv(99).decode(), flush=True)
            """;
    private static final String SAY = """
            import socket, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                s.sendto(sys.argv[2].encode(), (sys.argv[1], 5000))
            except OSError:
                pass
            """;

    @Test
    void a_link_is_cut_in_one_direction_and_healed() throws Exception {
        if (!NamespaceNetwork.isPossible()) {
            try (NodeNetwork network = NodeNetwork.create(2)) {
                assertThat(network.hasLinks()).isFalse();
                assertThat(network.host(0)).isNotEqualTo(network.host(1));
                assertThatThrownBy(() -> network.cut(0, 1)).hasMessage("loopback cannot be cut");
            }
            return;
        }
        try (NodeNetwork network = NodeNetwork.create(2);
                Listener first = new Listener(network, 0);
                Listener second = new Listener(network, 1)) {
            say(network, 0, 1, "before");
            second.hears("before");
            network.cut(0, 1);
            say(network, 0, 1, "while cut");
            say(network, 1, 0, "the other way");
            first.hears("the other way");
            network.heal();
            say(network, 0, 1, "after");
            second.hears("after");
            network.slow(0);
            network.slow(0);
            say(network, 0, 1, "slow");
            second.hears("slow");
            network.heal();
            say(network, 0, 1, "fast");
            second.hears("fast");
        }
    }

    private static void say(NodeNetwork network, int from, int to, String words)
            throws IOException, InterruptedException {
        Process said = on(network, from, SAY, network.host(to), words);
        assertThat(said.waitFor()).isZero();
    }

    private static Process on(NodeNetwork network, int node, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(network.program(node));
        command.addAll(List.of("python3", "-c", program));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** A process on a node that hears datagrams. */
    private static final class Listener implements AutoCloseable {
        private final Process process;
        private final BufferedReader lines;

        Listener(NodeNetwork network, int node) throws IOException {
            process = on(network, node, HEAR, network.host(node));
            lines = process.inputReader();
            hears("listens");
        }

        /** The next that it hears is this. */
        void hears(String words) throws IOException {
            assertThat(lines.readLine()).isEqualTo(words);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
