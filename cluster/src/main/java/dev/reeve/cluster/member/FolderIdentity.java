package dev.reeve.cluster.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who a data folder is in its cluster. It is kept as text in the folder, and shown to the other nodes.
 *
 * @param id drawn when the folder was new: a node that has lost its disk has another one
 * @param peers the nodes by which the cluster is to be founded, sorted by name
 * @param ids the ids of all peers when the cluster was founded, in the same order; empty before
 * @param admission the place of a node that was admitted later; null for a founder
 */
record FolderIdentity(
        String name,
        long id,
        List<Founder> peers,
        List<Long> ids,
        @Nullable Admission admission) {
    private static final String FIRST_LINE = "reeve-cluster 1";

    FolderIdentity {
        peers = peers.stream().sorted().toList();
        ids = List.copyOf(ids);
    }

    FolderIdentity(String name, long id, List<Founder> peers, List<Long> ids) {
        this(name, id, peers, ids, null);
    }

    /** Whether this node is one of those by which the cluster was founded. */
    boolean isFounded() {
        return !ids.isEmpty();
    }

    /** Whether this node belongs to a cluster. */
    boolean isMember() {
        return isFounded() || admission != null;
    }

    /** This node in its cluster; null while it belongs to none. */
    @Nullable
    Member self() {
        if (admission != null) {
            return admission.member();
        }
        return isFounded() ? members().get(place()) : null;
    }

    /** Identifies the cluster; 0 while the node belongs to none. */
    long cluster() {
        if (admission != null) {
            return admission.cluster();
        }
        return isFounded() ? ids.get(0) : 0;
    }

    /** The same, with a place in a cluster. */
    FolderIdentity admitted(Admission to) {
        return new FolderIdentity(name, id, peers, ids, to);
    }

    /** The same, founded by peers with these ids. */
    FolderIdentity founded(TreeMap<String, Long> idsByName) {
        List<Long> all = peers.stream()
                .map(peer -> Objects.requireNonNull(idsByName.get(peer.name())))
                .toList();
        return new FolderIdentity(name, id, peers, all);
    }

    /** The founders as members: their numbers are their places among the names. */
    List<Member> members() {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < peers.size(); i++) {
            members.add(new Member(peers.get(i).host(), peers.get(i).port(), i + 1));
        }
        return members;
    }

    /** The place of this node among the peers; -1 if it is none of them. */
    int place() {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    byte[] encode() {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        text.append(name).append(' ').append(Long.toHexString(id)).append('\n');
        for (int i = 0; i < peers.size(); i++) {
            Founder peer = peers.get(i);
            text.append(peer.name()).append(' ').append(peer.host()).append(' ').append(peer.port());
            if (isFounded()) {
                text.append(' ').append(Long.toHexString(ids.get(i)));
            }
            text.append('\n');
        }
        if (admission != null) {
            text.append(admission.line()).append('\n');
        }
        return text.append("end\n").toString().getBytes(UTF_8);
    }

    /** The identity, or null if these bytes are none. */
    static @Nullable FolderIdentity decode(byte[] bytes) {
        String[] lines = new String(bytes, UTF_8).split("\n", -1);
        int last = lines.length - 2;
        if (last < 2 || !lines[0].equals(FIRST_LINE) || !lines[last].equals("end")) {
            return null;
        }
        try {
            String[] own = lines[1].split(" ", -1);
            List<Founder> peers = new ArrayList<>();
            List<Long> ids = new ArrayList<>();
            Admission admission = null;
            for (int i = 2; i < last; i++) {
                String[] words = lines[i].split(" ", -1);
                if (Admission.isLine(words)) {
                    admission = Admission.of(words);
                    continue;
                }
                peers.add(new Founder(words[0], words[1], Integer.parseInt(words[2])));
                if (words.length > 3) {
                    ids.add(Long.parseUnsignedLong(words[3], 16));
                }
            }
            boolean sound = own.length == 2 && (ids.isEmpty() || ids.size() == peers.size());
            return sound ? new FolderIdentity(own[0], Long.parseUnsignedLong(own[1], 16), peers, ids, admission) : null;
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }
}
