package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.PeerId;
import dev.reeve.cluster.Member;
import dev.reeve.journal.local.RaftEntry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Members and entries in the library's words and in ours. The bytes of an entry that names members are four lists of
 * texts: voters, learners, and in the middle of a change the voters and learners before it.
 */
final class JraftMembers {
    /** Guards against a damaged count. */
    private static final int MOST_MEMBERS = 10_000;

    private JraftMembers() {}

    static PeerId peer(Member member) {
        return new PeerId(member.host(), member.port(), member.number());
    }

    static Member member(PeerId peer) {
        return new Member(peer.getIp(), peer.getPort(), peer.getIdx());
    }

    static Configuration configuration(Collection<Member> members) {
        return new Configuration(members.stream().map(JraftMembers::peer).toList());
    }

    static RaftEntry entry(LogEntry from) {
        RaftEntry.Type type = switch (from.getType()) {
            case ENTRY_TYPE_DATA -> RaftEntry.Type.DATA;
            case ENTRY_TYPE_NO_OP -> RaftEntry.Type.EMPTY;
            case ENTRY_TYPE_CONFIGURATION -> RaftEntry.Type.MEMBERS;
            default -> throw new IllegalArgumentException("an entry of type " + from.getType());
        };
        byte[] bytes = type == RaftEntry.Type.MEMBERS ? encodeMembers(from) : bytes(from.getData());
        return new RaftEntry(from.getId().getIndex(), from.getId().getTerm(), type, bytes);
    }

    static LogEntry entry(RaftEntry from) {
        EntryType type = switch (from.type()) {
            case DATA -> EntryType.ENTRY_TYPE_DATA;
            case EMPTY -> EntryType.ENTRY_TYPE_NO_OP;
            case MEMBERS -> EntryType.ENTRY_TYPE_CONFIGURATION;
        };
        LogEntry entry = new LogEntry(type);
        entry.setId(new LogId(from.index(), from.term()));
        if (from.type() == RaftEntry.Type.MEMBERS) {
            decodeMembers(from.bytes(), entry);
        } else {
            entry.setData(ByteBuffer.wrap(from.bytes()));
        }
        return entry;
    }

    static ConfigurationEntry configuration(LogEntry entry) {
        ConfigurationEntry configuration = new ConfigurationEntry();
        configuration.setId(entry.getId());
        configuration.setConf(new Configuration(entry.getPeers(), entry.getLearners()));
        if (entry.getOldPeers() != null) {
            configuration.setOldConf(new Configuration(entry.getOldPeers(), entry.getOldLearners()));
        }
        return configuration;
    }

    /** A copy, unless the buffer is exactly an array. */
    static byte[] bytes(@Nullable ByteBuffer data) {
        if (data == null) {
            return new byte[0];
        }
        if (data.hasArray() && data.arrayOffset() == 0 && data.position() == 0 && data.limit() == data.array().length) {
            return data.array();
        }
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        return bytes;
    }

    private static byte[] encodeMembers(LogEntry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, entry.getPeers());
            write(out, entry.getLearners());
            write(out, entry.getOldPeers());
            write(out, entry.getOldLearners());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, @Nullable List<PeerId> peers) throws IOException {
        out.writeInt(peers == null ? -1 : peers.size());
        if (peers != null) {
            for (PeerId peer : peers) {
                out.writeUTF(peer.toString());
            }
        }
    }

    private static void decodeMembers(byte[] bytes, LogEntry entry) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            entry.setPeers(read(in));
            entry.setLearners(read(in));
            entry.setOldPeers(read(in));
            entry.setOldLearners(read(in));
        } catch (IOException e) {
            throw new UncheckedIOException("entry " + entry.getId() + " names no members", e);
        }
    }

    private static @Nullable List<PeerId> read(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count == -1) {
            return null;
        }
        if (count < 0 || count > MOST_MEMBERS) {
            throw new IOException("it names " + count + " members");
        }
        List<PeerId> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PeerId peer = new PeerId();
            if (!peer.parse(in.readUTF())) {
                throw new IOException("it names a member without an address");
            }
            peers.add(peer);
        }
        return peers;
    }
}
