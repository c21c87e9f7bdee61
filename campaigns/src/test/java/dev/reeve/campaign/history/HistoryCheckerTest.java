package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories by hand, right ones and wrong ones for each rule. */
class HistoryCheckerTest {
    private static final Grant FIRST = new Grant(1, 10, NEVER);
    private static final Grant SECOND = new Grant(2, 11, NEVER);

    private static RecordedCall call(CallKind kind, String job, CallReply reply, long from, long to) {
        return new RecordedCall(kind, "q", job, Grant.NONE, reply, new Interval(from, to));
    }

    private static RecordedCall add(String job, long from, long to) {
        return call(CallKind.ADD, job, CallReply.OK, from, to);
    }

    private static RecordedCall got(String job, Grant grant, long from, long to) {
        return call(CallKind.ACQUIRE, job, CallReply.OK, from, to).withGrant(grant);
    }

    private static RecordedCall report(CallKind kind, Grant grant, CallReply reply, long from, long to) {
        return call(kind, "a", reply, from, to).withGrant(grant);
    }

    private static RecordedCall saw(CallReply reply, long from, long to) {
        return call(CallKind.GET, "a", reply, from, to);
    }

    private static RecordedCall stray(long from, long to) {
        return call(CallKind.ACQUIRE, "", CallReply.UNKNOWN, from, to);
    }

    private static RecordedCall empty(long from, long to) {
        return call(CallKind.ACQUIRE, "", CallReply.EMPTY, from, to);
    }

    private static void accepts(RecordedCall... calls) {
        assertThat(new HistoryChecker(List.of(calls)).violations()).isEmpty();
    }

    private static void rejects(String rule, RecordedCall... calls) {
        assertThat(new HistoryChecker(List.of(calls)).violations()).anyMatch(text -> text.startsWith(rule));
    }

    @Test
    void a_whole_life_in_order() {
        accepts(
                saw(CallReply.FINISHED, 0, 1),
                add("a", 2, 3),
                saw(CallReply.WAITING, 4, 5),
                got("a", FIRST, 6, 7),
                saw(CallReply.TAKEN, 8, 9),
                report(CallKind.RENEW, FIRST, CallReply.OK, 10, 11),
                report(CallKind.RELEASE, FIRST, CallReply.OK, 12, 13),
                got("a", SECOND, 14, 15),
                report(CallKind.COMPLETE, FIRST, CallReply.REFUSED, 16, 17),
                report(CallKind.FAIL, SECOND, CallReply.OK, 18, 19),
                call(CallKind.CANCEL, "a", CallReply.OK, 20, 21),
                call(CallKind.ADD, "a", CallReply.REFUSED, 22, 23),
                call(CallKind.DELETE, "a", CallReply.OK, 24, 25),
                call(CallKind.DELETE, "a", CallReply.REFUSED, 26, 27));
    }

    @Test
    void calls_at_the_same_time_have_any_order() {
        accepts(add("a", 0, 10), saw(CallReply.FINISHED, 5, 6), saw(CallReply.WAITING, 7, 8));
        accepts(add("a", 0, 10), got("a", FIRST, 1, 9), report(CallKind.COMPLETE, FIRST, CallReply.OK, 9, 12));
        rejects("not linearizable", add("a", 0, 10), saw(CallReply.WAITING, 5, 6), saw(CallReply.FINISHED, 7, 8));
    }

    @Test
    void reads_at_the_same_time_are_no_reason_to_try_all_orders() {
        List<RecordedCall> calls = new ArrayList<>(List.of(add("a", 0, 1), saw(CallReply.FINISHED, 200, 201)));
        for (int i = 0; i < 40; i++) {
            calls.add(saw(CallReply.WAITING, 10 + i, 100 + i));
            calls.add(saw(CallReply.UNKNOWN, 10 + i, NEVER));
            calls.add(report(CallKind.RENEW, FIRST, CallReply.REFUSED, 10 + i, 100 + i));
        }
        rejects("not linearizable", calls.toArray(RecordedCall[]::new));
        calls.remove(1);
        accepts(calls.toArray(RecordedCall[]::new));
    }

    @Test
    void a_history_that_has_too_many_orders_is_not_called_right() {
        List<RecordedCall> calls = new ArrayList<>(List.of(add("a", 0, 1), saw(CallReply.TAKEN, 200, 201)));
        for (int i = 0; i < 40; i++) {
            Grant unknown = new Grant(10 + i, 0, NEVER);
            calls.add(report(CallKind.RELEASE, unknown, CallReply.UNKNOWN, 10 + i, NEVER));
            calls.add(call(CallKind.ACQUIRE, "a", CallReply.UNKNOWN, 10 + i, NEVER)
                    .withGrant(unknown));
        }
        calls.add(saw(CallReply.FINISHED, 202, 203));
        rejects("too many orders to try", calls.toArray(RecordedCall[]::new));
    }

    @Test
    void a_stale_read() {
        rejects("not linearizable", add("a", 0, 1), saw(CallReply.FINISHED, 2, 3));
        rejects("not linearizable", add("a", 0, 1), got("a", FIRST, 2, 3), saw(CallReply.WAITING, 4, 5));
        rejects("not linearizable", saw(CallReply.TAKEN, 0, 1), add("a", 2, 3));
    }

    @Test
    void a_job_added_twice() {
        rejects("not linearizable", add("a", 0, 1), add("a", 2, 3));
        rejects("not linearizable", call(CallKind.ADD, "a", CallReply.REFUSED, 0, 1));
    }

    @Test
    void a_call_without_reply_may_have_taken_effect_or_not() {
        RecordedCall lost = call(CallKind.ADD, "a", CallReply.UNKNOWN, 0, NEVER);
        accepts(lost, saw(CallReply.FINISHED, 5, 6), saw(CallReply.WAITING, 7, 8));
        accepts(lost, saw(CallReply.FINISHED, 5, 6));
        rejects("not linearizable", lost, saw(CallReply.WAITING, 5, 6), saw(CallReply.FINISHED, 7, 8));
    }

    @Test
    void a_call_without_reply_has_no_effect_after_its_end() {
        RecordedCall lost = call(CallKind.ADD, "a", CallReply.UNKNOWN, 0, 3);
        accepts(lost, saw(CallReply.WAITING, 5, 6));
        rejects("not linearizable", lost, saw(CallReply.FINISHED, 5, 6), saw(CallReply.WAITING, 7, 8));
    }

    @Test
    void an_acquire_without_reply_may_have_taken_any_job_of_its_queue() {
        accepts(add("a", 0, 1), stray(2, 3), saw(CallReply.TAKEN, 4, 5), saw(CallReply.WAITING, 6, 7));
        accepts(add("a", 0, 1), stray(2, 3), saw(CallReply.TAKEN, 4, 5), got("a", FIRST, 6, 7));
        rejects("not linearizable", add("a", 4, 5), stray(2, 3), saw(CallReply.TAKEN, 6, 7));
        rejects("not linearizable", add("a", 0, 1), saw(CallReply.TAKEN, 2, 3), stray(4, 5));
    }

    @Test
    void a_report_counts_only_from_the_holder() {
        rejects(
                "not linearizable",
                add("a", 0, 1),
                got("a", FIRST, 2, 3),
                report(CallKind.RELEASE, FIRST, CallReply.OK, 4, 5),
                got("a", SECOND, 6, 7),
                report(CallKind.RENEW, FIRST, CallReply.OK, 8, 9));
        rejects(
                "not linearizable",
                add("a", 0, 1),
                got("a", FIRST, 2, 3),
                report(CallKind.COMPLETE, FIRST, CallReply.REFUSED, 4, 5));
        rejects("not linearizable", add("a", 0, 1), call(CallKind.DELETE, "a", CallReply.REFUSED, 2, 3));
        rejects("not linearizable", add("a", 0, 1), call(CallKind.CANCEL, "a", CallReply.REFUSED, 2, 3));
    }

    @Test
    void where_no_lease_is_named_any_unfinished_job_can_be_completed() {
        accepts(add("a", 0, 1), call(CallKind.COMPLETE, "a", CallReply.OK, 2, 3), saw(CallReply.FINISHED, 4, 5));
        accepts(
                add("a", 0, 1),
                call(CallKind.COMPLETE, "a", CallReply.OK, 2, 3),
                call(CallKind.COMPLETE, "a", CallReply.REFUSED, 4, 5));
        rejects("not linearizable", add("a", 0, 1), call(CallKind.COMPLETE, "a", CallReply.REFUSED, 2, 3));
    }

    @Test
    void no_token_twice() {
        rejects(
                "token given twice",
                add("a", 0, 1),
                add("b", 0, 1),
                got("a", FIRST, 2, 5),
                got("b", new Grant(2, 10, NEVER), 3, 6));
    }

    @Test
    void tokens_only_grow() {
        Grant higher = new Grant(1, 12, NEVER);
        accepts(add("a", 0, 1), add("b", 0, 1), got("a", higher, 2, 5), got("b", SECOND, 4, 6));
        rejects("token went back", add("a", 0, 1), add("b", 0, 1), got("a", higher, 2, 3), got("b", SECOND, 4, 6));
        rejects(
                "token went back",
                add("a", 0, 1),
                got("a", higher, 2, 3),
                report(CallKind.RELEASE, higher, CallReply.OK, 4, 5),
                got("a", SECOND, 6, 7));
        rejects(
                "not linearizable",
                add("a", 0, 1),
                got("a", higher, 2, 20),
                report(CallKind.RELEASE, higher, CallReply.OK, 4, 5),
                got("a", SECOND, 6, 21));
    }

    @Test
    void no_job_in_two_hands() {
        rejects("held by two", add("a", 0, 1), got("a", FIRST, 2, 3), got("a", SECOND, 4, 5));
        rejects("not linearizable", add("a", 0, 1), got("a", FIRST, 2, 6), got("a", SECOND, 3, 5));
        accepts(
                add("a", 0, 1),
                got("a", FIRST, 2, 3),
                report(CallKind.RELEASE, FIRST, CallReply.UNKNOWN, 4, 5),
                got("a", SECOND, 6, 7));
    }

    @Test
    void a_lease_is_over_at_its_end_and_not_before() {
        Grant brief = new Grant(1, 10, 50);
        accepts(add("a", 0, 1), got("a", brief, 2, 3), got("a", SECOND, 52, 53));
        rejects("held by two", add("a", 0, 1), got("a", brief, 2, 3), got("a", SECOND, 40, 51));
        rejects(
                "held by two",
                add("a", 0, 1),
                got("a", brief, 2, 3),
                report(CallKind.RENEW, brief, CallReply.OK, 40, 41),
                got("a", SECOND, 52, 53));
        accepts(
                add("a", 0, 1),
                got("a", brief, 2, 3),
                report(CallKind.RENEW, brief, CallReply.OK, 40, 41),
                got("a", SECOND, 91, 92),
                report(CallKind.COMPLETE, brief, CallReply.REFUSED, 93, 94));
        rejects(
                "not linearizable",
                add("a", 0, 1),
                got("a", brief, 2, 3),
                report(CallKind.RENEW, brief, CallReply.REFUSED, 40, 41));
    }

    @Test
    void no_end_undone() {
        RecordedCall completed = report(CallKind.COMPLETE, FIRST, CallReply.OK, 4, 5);
        rejects("end undone", add("a", 0, 1), got("a", FIRST, 2, 3), completed, got("a", SECOND, 6, 7));
        rejects("end undone", add("a", 0, 1), got("a", FIRST, 2, 3), completed, saw(CallReply.WAITING, 6, 7));
        rejects(
                "end undone",
                add("a", 0, 1),
                call(CallKind.DELETE, "a", CallReply.OK, 2, 3),
                saw(CallReply.WAITING, 4, 5));
        rejects("end undone", add("a", 0, 1), call(CallKind.CANCEL, "a", CallReply.OK, 2, 3), got("a", FIRST, 4, 5));
        accepts(add("a", 0, 1), got("a", FIRST, 2, 3), completed, saw(CallReply.TAKEN, 4, 7));
    }

    @Test
    void no_job_lost() {
        List<RecordedCall> unseen = List.of(add("a", 0, 1), saw(CallReply.WAITING, 2, 3));
        assertThat(new HistoryChecker(unseen).violationsAtEnd(10))
                .singleElement()
                .asString()
                .startsWith("not looked at in the end");
        List<RecordedCall> lost = List.of(add("a", 0, 1), got("a", FIRST, 2, 3), saw(CallReply.FINISHED, 10, 11));
        assertThat(new HistoryChecker(lost).violationsAtEnd(10))
                .hasSize(2)
                .anyMatch(text -> text.startsWith("lost"))
                .anyMatch(text -> text.startsWith("not linearizable"));
        List<RecordedCall> kept = List.of(add("a", 0, 1), saw(CallReply.WAITING, 10, 11));
        assertThat(new HistoryChecker(kept).violationsAtEnd(10)).isEmpty();
        List<RecordedCall> ended = List.of(
                add("a", 0, 1), call(CallKind.COMPLETE, "a", CallReply.UNKNOWN, 2, 3), saw(CallReply.FINISHED, 10, 11));
        assertThat(new HistoryChecker(ended).violationsAtEnd(10)).isEmpty();
    }

    @Test
    void no_empty_reply_while_a_job_is_surely_ready() {
        rejects("empty", add("a", 0, 1), empty(2, 5), got("a", FIRST, 6, 7));
        accepts(add("a", 0, 2), empty(1, 5), got("a", FIRST, 6, 7));
        accepts(add("a", 0, 1), empty(2, 5), got("a", FIRST, 4, 7));
        accepts(add("a", 0, 1), stray(2, 9), empty(3, 5));
        rejects("empty", stray(0, 1), add("a", 2, 3), empty(4, 5));
        rejects(
                "empty",
                add("a", 0, 1),
                got("a", FIRST, 2, 3),
                report(CallKind.RELEASE, FIRST, CallReply.OK, 4, 5),
                empty(6, 7));
    }
}
