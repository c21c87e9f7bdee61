package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
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
                new NodeReport.Names("n" + from.number(), "1.0", Map.of()));
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
    void tells_age_and_difference_of_the_clocks() {
        hear(OTHER, 2, 250_000);
        nowMicros += 1_000;
        Contacts.Contact contact = Objects.requireNonNull(contacts.of(OTHER));
        assertThat(contacts.ageMicros(contact)).isEqualTo(1_000);
        assertThat(contact.skewMicros()).isEqualTo(250_000);
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
        byte[] report = new NodeReport(1, 2, 3, true, 2, new NodeReport.Names("n1", "1.0", Map.of(2, "n2"))).encode();
        byte[] question =
                new MemberChange.Question(5, 1, new MemberChange(MemberChange.Kind.JOIN, "n4", "host", 7419)).encode();
        byte[] answer = new MemberChange.Answer(5, MemberChange.Result.refused("no")).encode();
        for (int length = 0; length < report.length; length++) {
            assertThat(NodeReport.decode(Arrays.copyOf(report, length))).isNull();
        }
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
