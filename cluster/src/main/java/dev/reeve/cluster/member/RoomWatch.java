package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says when a leader whose disk is nearly full hands over, and to whom: a member whose disk has had room for a while. A leader that ran out of
 * space would end, and the others would have to wait for an election.
 *
 * <p>Leadership does not go back and forth: who takes over had room for {@link #STEADY_MICROS}, and a node hands over once in {@link
 * #PAUSE_MICROS}. Loop only.
 */
final class RoomWatch {
    static final long STEADY_MICROS = 10_000_000;
    static final long PAUSE_MICROS = 60_000_000;

    private final Member self;
    private final Contacts contacts;
    private final Clock clock;
    private final Map<Integer, Long> roomSinceMicros = new HashMap<>();
    private @Nullable Long handedOverMicros;

    /** @param clock of this machine */
    RoomWatch(Member self, Contacts contacts, Clock clock) {
        this.self = self;
        this.contacts = contacts;
        this.clock = clock;
    }

    /**
     * The member to hand over to now; null if there is no reason or nobody. Called now and then, by every node.
     *
     * @param isShort whether this node leads, and its disk is nearly full
     */
    @Nullable
    Member next(boolean isShort, List<Member> members) {
        note(members);
        long nowMicros = clock.uptimeMicros();
        boolean pauses = handedOverMicros != null && nowMicros - handedOverMicros < PAUSE_MICROS;
        if (!isShort || pauses) {
            return null;
        }
        Member next = members.stream()
                .filter(member -> nowMicros - roomSinceMicros.getOrDefault(member.number(), nowMicros) >= STEADY_MICROS)
                .max(Comparator.comparingLong(member ->
                        Objects.requireNonNull(contacts.of(member)).report().position()))
                .orElse(null);
        if (next != null) {
            handedOverMicros = nowMicros;
        }
        return next;
    }

    /** Notes since when members have room, of those that could lead. */
    private void note(List<Member> members) {
        roomSinceMicros.keySet().retainAll(members.stream().map(Member::number).toList());
        for (Member member : members) {
            Contacts.Contact contact = contacts.of(member);
            boolean couldLead = contact != null
                    && contacts.ageMicros(contact) < Contacts.SILENT_MICROS
                    && contact.report().isReady()
                    && contact.report().hasRoom();
            if (couldLead && !member.equals(self)) {
                roomSinceMicros.putIfAbsent(member.number(), clock.uptimeMicros());
            } else {
                roomSinceMicros.remove(member.number());
            }
        }
    }
}
