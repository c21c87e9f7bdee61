package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import dev.reeve.testkit.LogLines;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ContactsTest {
    private static final Member SELF = new Member("h", 1, 1);
    private static final Member OTHER = new Member("h", 2, 2);
    private static final Member THIRD = new Member("h", 3, 3);
    private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

    private long nowMicros = 1_000_000_000;
    private final Contacts contacts = new Contacts(new Clock() {
        @Override
        public long nowMicros() {
            return nowMicros;
        }
    });

    private void hear(Member from, int engineVersion, long aheadMicros) {
        NodeReport report = new NodeReport(
                from.number(),
                nowMicros + aheadMicros,
                7,
                true,
                engineVersion,
                new NodeReport.Names("n" + from.number(), "1.0", Map.of()),
                new NodeReport.Sums(1, Map.of(1_000L, 7L)),
                NodeReport.UNKNOWN_TIME,
                true);
        contacts.heard(Objects.requireNonNull(NodeReport.decode(report.encode())), ALL);
    }

    @Test
    void the_version_of_the_engine_counts_when_every_other_member_has_told_it_lately() {
        hear(OTHER, 2, 0);
        assertThat(contacts.allHave(2, ALL, SELF))
                .as("nothing is known of the third")
                .isFalse();
        hear(THIRD, 1, 0);
        assertThat(contacts.allHave(2, ALL, SELF)).as("the third is older").isFalse();
        hear(THIRD, 2, 0);
        assertThat(contacts.allHave(2, ALL, SELF)).isTrue();
        nowMicros += Contacts.SILENT_MICROS;
        assertThat(contacts.allHave(2, ALL, SELF))
                .as("it may have been replaced")
                .isFalse();
        assertThat(contacts.allHave(2, List.of(SELF), SELF)).as("alone").isTrue();
    }

    @Test
    void the_log_says_once_that_a_member_is_silent() {
        try (LogLines lines = new LogLines(Contacts.class)) {
            contacts.logSilence(OTHER, "n2");
            assertThat(lines.told()).as("it has just started").isEmpty();
            hear(OTHER, 2, 0);
            nowMicros += Contacts.SILENT_MICROS;
            contacts.logSilence(OTHER, "n2");
            contacts.logSilence(OTHER, "n2");
            contacts.logSilence(THIRD, "n3");
            assertThat(lines.told()).containsExactly("n2 is not heard of", "n3 is not heard of");
            hear(OTHER, 2, 0);
            contacts.logSilence(OTHER, "n2");
            nowMicros += Contacts.SILENT_MICROS;
            contacts.logSilence(OTHER, "n2");
            contacts.logSilence(THIRD, "n3");
            assertThat(lines.told()).containsExactly("n2 is not heard of", "n3 is not heard of", "n2 is not heard of");
        }
    }

    /** A connection to a machine that was switched off may seem to be there for minutes. */
    @Test
    void the_link_to_a_silent_member_is_made_anew_now_and_then() {
        assertThat(contacts.mayRenewLink(OTHER)).as("it has just started").isFalse();
        hear(OTHER, 2, 0);
        nowMicros += Contacts.SILENT_MICROS - 1;
        assertThat(contacts.mayRenewLink(OTHER)).isFalse();
        nowMicros += 1;
        assertThat(contacts.mayRenewLink(OTHER)).isTrue();
        assertThat(contacts.mayRenewLink(OTHER)).as("the new one has a chance").isFalse();
        nowMicros += Contacts.SILENT_MICROS;
        hear(OTHER, 2, 0);
        assertThat(contacts.mayRenewLink(OTHER)).as("it was heard").isFalse();
        assertThat(contacts.mayRenewLink(THIRD)).as("it was never heard").isTrue();
    }

    @Test
    void tells_age_and_difference_of_the_clocks() {
        hear(OTHER, 2, 250_000);
        nowMicros += 1_000;
        Contacts.Contact contact = Objects.requireNonNull(contacts.of(OTHER));
        assertThat(contacts.ageMicros(contact)).isEqualTo(1_000);
        assertThat(contacts.skewMicros(contact)).isEqualTo(250_000);
        assertThat(contact.report().names().name()).isEqualTo("n2");
    }

    @Test
    void who_is_no_member_is_not_heard_and_who_leaves_is_forgotten() {
        hear(new Member("h", 9, 9), 2, 0);
        assertThat(contacts.of(new Member("h", 9, 9))).isNull();
        hear(OTHER, 2, 0);
        contacts.retain(List.of(SELF, THIRD));
        assertThat(contacts.of(OTHER)).isNull();
    }

    @Test
    void what_is_no_frame_is_refused() {
        NodeReport.Sums sums = new NodeReport.Sums(5, Map.of(1_000L, 7L, 2_000L, 8L));
        byte[] report = new NodeReport(
                        1, 2, 3, true, 2, new NodeReport.Names("n1", "1.0", Map.of(2, "n2")), sums, 9, true)
                .encode();
        int withoutRoom = report.length - 1;
        int withoutTime = withoutRoom - 8;
        int withoutSums = withoutTime - 4 - 2 - 2 * 16;
        byte[] question =
                new MemberChange.Question(5, 1, new MemberChange(MemberChange.Kind.JOIN, "n4", "host", 7419)).encode();
        byte[] answer = new MemberChange.Answer(5, MemberChange.Result.refused("no")).encode();
        for (int length = 0; length < report.length; length++) {
            if (length != withoutSums && length != withoutTime && length != withoutRoom) {
                assertThat(NodeReport.decode(Arrays.copyOf(report, length))).isNull();
            }
        }
        assertThat(Objects.requireNonNull(NodeReport.decode(Arrays.copyOf(report, withoutSums)))
                        .sums())
                .as("a node of an earlier version")
                .isEqualTo(NodeReport.Sums.NONE);
        NodeReport timeless = Objects.requireNonNull(NodeReport.decode(Arrays.copyOf(report, withoutTime)));
        assertThat(timeless.sums()).isEqualTo(sums);
        assertThat(timeless.leaderMicros())
                .as("a node of an earlier version goes by its own clock")
                .isEqualTo(2);
        assertThat(timeless.hasRoom()).as("nobody knows").isFalse();
        NodeReport roomless = Objects.requireNonNull(NodeReport.decode(Arrays.copyOf(report, withoutRoom)));
        assertThat(roomless.leaderMicros()).isEqualTo(9);
        assertThat(roomless.hasRoom()).as("nobody knows").isFalse();
        NodeReport whole = Objects.requireNonNull(NodeReport.decode(report));
        assertThat(whole.sums()).isEqualTo(sums);
        assertThat(whole.hasRoom()).isTrue();
        assertThat(whole.leaderMicros()).isEqualTo(9);
        for (int length = 0; length < question.length; length++) {
            assertThat(MemberChange.Question.decode(Arrays.copyOf(question, length)))
                    .isNull();
        }
        for (int length = 0; length < answer.length; length++) {
            assertThat(MemberChange.Answer.decode(Arrays.copyOf(answer, length)))
                    .isNull();
        }
        assertThat(Objects.requireNonNull(NodeReport.decode(report)).names().others())
                .isEqualTo(Map.of(2, "n2"));
        MemberChange.Question read = Objects.requireNonNull(MemberChange.Question.decode(question));
        assertThat(read.change()).isEqualTo(new MemberChange(MemberChange.Kind.JOIN, "n4", "host", 7419));
        assertThat(Objects.requireNonNull(MemberChange.Answer.decode(answer)).result())
                .isEqualTo(MemberChange.Result.refused("no"));
    }
}
