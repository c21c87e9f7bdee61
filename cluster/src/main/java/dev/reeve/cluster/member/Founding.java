package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Introductions;
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
import java.util.TreeMap;
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

    /** Why a node cannot take part. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String problem) {
            super(problem);
        }
    }

    private final Path folder;
    private final TreeMap<String, Long> idsByName = new TreeMap<>();
    private volatile FolderIdentity identity;
    private volatile @Nullable String problem;

    private Founding(Path folder, FolderIdentity identity) {
        this.folder = folder;
        this.identity = identity;
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
        if (!found.name().equals(name)) {
            throw new RefusedException("the data folder belongs to " + found.name() + ", not to " + name);
        }
        return new Founding(folder, found.isFounded() ? found : new FolderIdentity(name, found.id(), peers, List.of()));
    }

    public boolean isFounded() {
        return identity.isFounded();
    }

    /** This node, once the cluster is founded. */
    public Member self() {
        return founders().get(identity.place());
    }

    /** The members by which the cluster was founded. */
    public List<Member> founders() {
        return identity.members();
    }

    /** The name of a founder; its address if it is none. */
    public String name(Member member) {
        int place = identity.members().indexOf(member);
        return place < 0 ? member.toString() : identity.peers().get(place).name();
    }

    /** Begins to show this node to others at its address. */
    public void listen(Wire wire, InetSocketAddress address) {
        Introductions.show(wire, () -> identity.encode());
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
        if (identity.isFounded() || other == null) {
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
            log.info("the cluster is founded by {}", founded.peers());
        } catch (IOException e) {
            problem = "cannot write the identity of this node: " + e;
        }
    }

    /** The file is replaced as a whole, and synced: what others have heard is never forgotten. */
    private void write(FolderIdentity next) throws IOException {
        Path temporary = folder.resolve(FILE + ".new");
        Files.write(temporary, next.encode());
        try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(temporary, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
