package dev.reeve.cluster.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Introductions;
import dev.reeve.cluster.wire.Questions;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How nodes with new data folders become a cluster: each asks all others, and when all have shown their ids, or one shows that the
 * cluster is founded, a node notes who belongs to it. From then on the settings are not asked any more.
 *
 * <p>Invariant: a node takes part only if its own id is among those by which the cluster was founded. A node that has lost its
 * disk has another id, and has to stay out: it has forgotten whom it voted for, and what it had promised to keep.
 */
public final class Founding {
    private static final Logger log = LoggerFactory.getLogger(Founding.class);
    private static final String FILE = "identity";
    private static final String EXCLUDED = "excluded";

    /** Why a node cannot take part. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String problem) {
            super(problem);
        }
    }

    private final Path folder;
    private final TreeMap<String, Long> idsByName = new TreeMap<>();
    private final MemberNames names;
    private volatile FolderIdentity identity;
    private volatile @Nullable String problem;

    private Founding(Path folder, FolderIdentity identity) {
        this.folder = folder;
        this.identity = identity;
        this.names = new MemberNames(folder);
        idsByName.put(identity.name(), identity.id());
    }

    /** Whether a folder belongs to a node of a cluster. */
    public static boolean isMember(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Opens the folder of a node, or makes it one.
     *
     * @param id for a new folder
     */
    public static Founding open(Path folder, String name, List<Founder> peers, long id)
            throws IOException, RefusedException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            RealDisk.makeFolder(folder);
            Founding founding = new Founding(folder, new FolderIdentity(name, id, peers, List.of()));
            founding.write(founding.identity);
            return founding;
        }
        FolderIdentity found = FolderIdentity.decode(Files.readAllBytes(file));
        if (found == null) {
            throw new RefusedException(file + " is damaged");
        }
        Path excluded = folder.resolve(EXCLUDED);
        if (Files.exists(excluded)) {
            throw new RefusedException(Files.readString(excluded).strip()
                    + ": remove it from the cluster, and let a node with an empty data folder join");
        }
        if (!found.name().equals(name)) {
            throw new RefusedException("the data folder belongs to " + found.name() + ", not to " + name);
        }
        return new Founding(folder, found.isMember() ? found : new FolderIdentity(name, found.id(), peers, List.of()));
    }

    /**
     * Makes a folder that of the only node of a new cluster.
     *
     * @param id drawn for this folder
     */
    public static void foundAlone(Path folder, Founder self, long id) throws IOException {
        FolderIdentity alone = new FolderIdentity(self.name(), id, List.of(self), List.of(id));
        new Founding(folder, alone).write(alone);
    }

    /**
     * Makes a folder that of the only node of a new cluster, which goes on where another one ended: with a number that no member of that one had.
     *
     * @param cluster drawn for the new cluster
     */
    public static void goOnAlone(Path folder, String name, Member self, long cluster) throws IOException {
        Admission place = new Admission(name, self, cluster);
        FolderIdentity alone = new FolderIdentity(name, cluster, List.of(), List.of(), place);
        new Founding(folder, alone).write(alone);
    }

    /** Notes that this node must not start any more. */
    public void exclude(String why) throws IOException {
        write(EXCLUDED, (why + "\n").getBytes(UTF_8));
    }

    /** Whether this node belongs to a cluster. */
    public boolean isFounded() {
        return identity.isMember();
    }

    /** This node, once it belongs to a cluster. */
    public Member self() {
        return Objects.requireNonNull(identity.self(), "the cluster is not founded");
    }

    /** The members by which the cluster was founded; none at a node that was admitted later, which learns them from the log. */
    public List<Member> founders() {
        return identity.isFounded() ? identity.members() : List.of();
    }

    /** The name of a member; null if it is not known here. */
    public @Nullable String name(Member member) {
        if (member.equals(identity.self())) {
            return identity.name();
        }
        int place = founders().indexOf(member);
        return place < 0 ? names.of(member) : identity.peers().get(place).name();
    }

    /** Keeps the name of a member, in the data folder. */
    public void named(Member member, String name) {
        names.put(member, name);
    }

    /**
     * Offers a node with a new data folder a place in this cluster, and asks it to note it. A node that had a place here before keeps
     * that one, because its votes are of that number.
     */
    public void admit(Wire wire, String name, Member place, Group.Admitting done) {
        Admission offer = new Admission(name, place, identity.cluster());
        Questions.ask(wire, place.host(), place.port(), offer.encode(), answer -> {
            FolderIdentity other = answer == null ? null : FolderIdentity.decode(answer);
            Member taken = other == null ? null : other.self();
            if (other == null) {
                done.refused("no node answers at " + place.host() + ":" + place.port());
            } else if (!other.name().equals(name)) {
                done.refused("the node at " + place.host() + ":" + place.port() + " is " + other.name());
            } else if (taken == null || other.cluster() != offer.cluster()) {
                done.refused(name + " belongs to another cluster, or waits to found one");
            } else if (taken.port() != place.port() || !taken.host().equals(place.host())) {
                done.refused(name + " is known at " + taken.host() + ":" + taken.port());
            } else {
                done.admitted(taken);
            }
        });
    }

    /**
     * Asks the other ones of these members which cluster they belong to.
     *
     * @param answered is told for each answer, on the thread of the wire, whether so many belong to another one that the rest is no majority
     */
    public void askWhetherReplaced(Wire wire, List<Member> members, Consumer<Boolean> answered) {
        AtomicInteger left = new AtomicInteger(members.size());
        for (Member member : members) {
            if (!member.equals(identity.self())) {
                Introductions.ask(wire, member.host(), member.port(), note -> {
                    FolderIdentity other = FolderIdentity.decode(note);
                    boolean isGone = other != null && other.isMember() && other.cluster() != identity.cluster();
                    int still = isGone ? left.decrementAndGet() : left.get();
                    answered.accept(still <= members.size() / 2);
                });
            }
        }
    }

    /** Takes a place that a cluster offers, unless this node has one or waits to found a cluster. Answers who it is then. */
    private synchronized byte[] offered(byte[] question) {
        Admission offer = Admission.decode(question);
        if (offer != null && mayTake(offer)) {
            found(identity.admitted(offer));
        }
        return identity.encode();
    }

    private boolean mayTake(Admission offer) {
        return offer.name().equals(identity.name()) && identity.peers().isEmpty() && !identity.isMember();
    }

    /** Begins to show this node to others at its address. */
    public void listen(Wire wire, InetSocketAddress address) {
        Introductions.show(wire, () -> identity.encode());
        Questions.serve(wire, this::offered);
        wire.listen(address);
    }

    /** Asks all other nodes once. */
    public void ask(Wire wire) throws RefusedException {
        String refused = problem;
        if (refused != null) {
            throw new RefusedException(refused);
        }
        for (Founder peer : identity.peers()) {
            if (!peer.name().equals(identity.name())) {
                Introductions.ask(wire, peer.host(), peer.port(), note -> heard(peer, note));
            }
        }
    }

    /** Another node has shown who it is. */
    synchronized void heard(Founder from, byte[] note) {
        FolderIdentity other = FolderIdentity.decode(note);
        if (identity.isMember() || other == null) {
            return;
        }
        if (!other.name().equals(from.name())) {
            problem = "the node at " + from.host() + ":" + from.port() + " is " + other.name() + ", not " + from.name();
        } else if (!other.peers().equals(identity.peers())) {
            problem = from.name() + " has other peers: " + other.peers() + ", and not " + identity.peers();
        } else if (!other.isFounded()) {
            idsByName.put(other.name(), other.id());
            if (idsByName.size() == identity.peers().size()) {
                found(identity.founded(idsByName));
            }
        } else if (other.ids().get(identity.place()) == identity.id()) {
            found(new FolderIdentity(identity.name(), identity.id(), identity.peers(), other.ids()));
        } else {
            problem = "the cluster knows " + identity.name()
                    + " with another data folder; a node that has lost its data cannot come back under its old name";
        }
    }

    private void found(FolderIdentity founded) {
        try {
            write(founded);
            identity = founded;
            if (founded.isFounded()) {
                log.info("the cluster is founded by {}", founded.peers());
            } else {
                log.info("this node was admitted to a cluster as {}", founded.self());
            }
        } catch (IOException e) {
            problem = "cannot write the identity of this node: " + e;
        }
    }

    /** The file is replaced as a whole, and synced: what others have heard is never forgotten. */
    private void write(FolderIdentity next) throws IOException {
        write(FILE, next.encode());
    }

    private void write(String name, byte[] content) throws IOException {
        write(folder, name, content);
    }

    /** Writes a file of a data folder as a whole, synced. */
    static void write(Path folder, String name, byte[] content) throws IOException {
        Path temporary = folder.resolve(name + ".new");
        Files.write(temporary, content);
        try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
