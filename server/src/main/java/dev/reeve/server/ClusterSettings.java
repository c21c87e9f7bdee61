package dev.reeve.server;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of a node of a cluster. They are declared here, so that nothing of the cluster is loaded without one. */
final class ClusterSettings {
    private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9_-]{1,63}");
    private static final Pattern ADDRESS_FORM = Pattern.compile("([A-Za-z0-9._-]{1,253}):(\\d{1,5})");
    private static final int MOST_PORT = 65_535;
    private static final long LEAST_ELECTION_MILLIS = 100;
    private static final long MOST_ELECTION_MILLIS = 60_000;
    private static final SettingType<Duration> ELECTION =
            new SettingType<>("a duration from 100ms to 1m such as 500ms or 1s", SettingType.Form.ANY, text -> {
                Duration duration = SettingType.DURATION.parser().apply(text);
                if (duration.toMillis() < LEAST_ELECTION_MILLIS || duration.toMillis() > MOST_ELECTION_MILLIS) {
                    throw new IllegalArgumentException(text);
                }
                return duration;
            });

    /** Where a node is reached by the others. */
    record Address(String host, int port) {
        static Address parse(String text) {
            Matcher parts = ADDRESS_FORM.matcher(text);
            int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
            if (port < 1 || port > MOST_PORT) {
                throw new IllegalArgumentException(text);
            }
            return new Address(parts.group(1), port);
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** A node of the cluster. */
    record NamedNode(String name, Address address) {
        static NamedNode parse(String text) {
            int end = text.indexOf('=');
            return new NamedNode(
                    checkedName(text.substring(0, Math.max(0, end))), Address.parse(text.substring(end + 1)));
        }
    }

    static final Setting<Optional<String>> NAME = new Setting<>(
            "cluster.name",
            new SettingType<>(
                    "a name of letters, digits, - and _, or off",
                    SettingType.Form.TEXT,
                    text -> text.equals("off") ? Optional.empty() : Optional.of(checkedName(text))),
            "off",
            """
            Name of this node among the peers of its cluster. Off: this server is not part of a cluster.""");
    static final Setting<Optional<Address>> LISTEN = new Setting<>(
            "cluster.listen",
            new SettingType<>(
                    "an address such as 10.0.0.1:7419, or peer",
                    SettingType.Form.TEXT,
                    text -> text.equals("peer") ? Optional.empty() : Optional.of(Address.parse(text))),
            "peer",
            """
            Address and port that this node listens on for the other nodes. peer: those under which the peers name it.
            Without cluster.tls-cert or cluster.secret-file whoever reaches this port can read and change everything.""");
    static final Setting<List<NamedNode>> PEERS = new Setting<>(
            "cluster.peers",
            SettingType.listOf(
                    "a list of nodes such as [\"n1=10.0.0.1:7419\", \"n2=10.0.0.2:7419\"]", NamedNode::parse),
            "[]",
            """
            All nodes of the cluster, this one included: name, host and port of each. The same on every node. They are used when the
            cluster is founded, which it is once all of them have started with an empty data folder.""");
    static final Setting<Duration> ELECTION_TIMEOUT = new Setting<>("cluster.election-timeout", ELECTION, "1s", """
            After this time without a word of the leader another one is elected.""");
    static final Setting<Duration> PATIENCE =
            new Setting<>("cluster.patience", SettingType.DURATION_ABOVE_ZERO, "10s", """
            How long a request waits while the cluster has no leader. After that it is refused; if it was sent to a leader before, its
            outcome is unknown, and the connection is closed.""");

    static final Setting<Duration> MAX_CLOCK_SKEW =
            new Setting<>("cluster.max-clock-skew", SettingType.DURATION_ABOVE_ZERO, "1s", """
            Clocks of nodes agree if they differ by at most this. The cluster goes by clocks of most nodes that agree; a node whose clock
            does not agree with them warns.""");
    static final Setting<Optional<Path>> TLS_CERT = new Setting<>("cluster.tls-cert", SettingType.FILE, "off", """
            File with the certificate that this node shows to the other nodes, in PEM, with intermediate certificates behind it. Needs
            cluster.tls-key and cluster.tls-ca. The files are read at the start.""");
    static final Setting<Optional<Path>> TLS_KEY = new Setting<>("cluster.tls-key", SettingType.FILE, "off", """
            File with the private key of cluster.tls-cert, in PEM and without a password, closed to other users.""");
    static final Setting<Optional<Path>> TLS_CA = new Setting<>("cluster.tls-ca", SettingType.FILE, "off", """
            File with the certificate, in PEM, of the authority that signs the certificates of the nodes. Whoever has a certificate of it
            is taken for a node: use an authority for the cluster alone.""");
    static final Setting<Optional<Path>> SECRET_FILE =
            new Setting<>("cluster.secret-file", SettingType.FILE, "off", """
            File with a secret of 32 characters or more that all nodes share, closed to other users. Nodes prove to each other that they
            know it. Unlike TLS it does not encrypt what they send.""");

    private ClusterSettings() {}

    private static String checkedName(String text) {
        if (!NAME_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
