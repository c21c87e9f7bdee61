package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last report of each other member, and when it came. Loop only. */
final class Contacts {
    private static final Logger log = LoggerFactory.getLogger(Contacts.class);

    /** A member that was not heard of for so long does not reach this node. */
    static final long SILENT_MICROS = 3_000_000;

    /**
     * A report.
     *
     * @param heardMicros the uptime of this node when it came
     */
    record Contact(NodeReport report, long heardMicros) {}

    private final Map<Integer, Contact> byNumber = new HashMap<>();
    private final Map<Integer, Long> renewedMicros = new HashMap<>();
    private final Set<Integer> silent = new HashSet<>();
    private final Clock clock;
    private final long startedMicros;

    /** @param clock of this machine */
    Contacts(Clock clock) {
        this.clock = clock;
        this.startedMicros = clock.uptimeMicros();
    }

    /** Notes a report of one of these members. */
    void heard(NodeReport report, List<Member> members) {
        if (members.stream().anyMatch(member -> member.number() == report.number())) {
            byNumber.put(report.number(), new Contact(report, clock.uptimeMicros()));
        }
    }

    /** Forgets all who are not among these members. */
    void retain(List<Member> members) {
        byNumber.keySet().retainAll(members.stream().map(Member::number).toList());
        renewedMicros.keySet().retainAll(members.stream().map(Member::number).toList());
        silent.retainAll(members.stream().map(Member::number).toList());
    }

    @Nullable
    Contact of(Member member) {
        return byNumber.get(member.number());
    }

    /** Whether all of these members but one have told lately that they have this version of the engine. */
    boolean allHave(int engineVersion, List<Member> members, Member but) {
        for (Member member : members) {
            Contact contact = of(member);
            boolean has = contact != null
                    && contact.report.engineVersion() >= engineVersion
                    && ageMicros(contact) < SILENT_MICROS;
            if (!has && !member.equals(but)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the connection to a member should be made anew, because the member has been silent for so long. True once in that time: a new
     * connection has to have a chance.
     */
    boolean mayRenewLink(Member member) {
        Contact contact = of(member);
        long since = Math.max(
                renewedMicros.getOrDefault(member.number(), startedMicros),
                contact == null ? startedMicros : contact.heardMicros);
        if (clock.uptimeMicros() - since < SILENT_MICROS) {
            return false;
        }
        renewedMicros.put(member.number(), clock.uptimeMicros());
        return true;
    }

    /** Logs that a member is not heard any more, or is heard again: once each. */
    void logSilence(Member member, String name) {
        Contact contact = of(member);
        boolean isSilent =
                clock.uptimeMicros() - (contact == null ? startedMicros : contact.heardMicros) >= SILENT_MICROS;
        if (isSilent && silent.add(member.number())) {
            log.warn("{} is not heard of", name);
        } else if (!isSilent && silent.remove(member.number())) {
            log.info("{} is heard of again", name);
        }
    }

    /** The clocks of the members that were heard of lately, and of this node, in order. A clock is behind by the way of its report. */
    long[] clocks(List<Member> members) {
        LongStream others = members.stream()
                .map(this::of)
                .filter(Objects::nonNull)
                .filter(contact -> ageMicros(contact) < SILENT_MICROS)
                .mapToLong(this::clockMicros);
        return LongStream.concat(LongStream.of(clock.systemTimeMicros()), others)
                .sorted()
                .toArray();
    }

    /** What the clock of a member shows now: whatever the clock of this node did meanwhile, the other one went on. */
    private long clockMicros(Contact contact) {
        return contact.report.systemMicros() + ageMicros(contact);
    }

    /** How far the clock of a member is ahead of the one here, less the way of its report. */
    long skewMicros(Contact contact) {
        return clockMicros(contact) - clock.systemTimeMicros();
    }

    /** How long ago a report came. */
    long ageMicros(Contact contact) {
        return clock.uptimeMicros() - contact.heardMicros;
    }
}
