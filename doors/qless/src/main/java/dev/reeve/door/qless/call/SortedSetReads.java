package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import dev.reeve.door.qless.call.SortedSetView.Member;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that read sorted sets. */
final class SortedSetReads {
    private SortedSetReads() {}

    static Resp card(KeyView view, List<String> words) {
        SortedSetView scored = view.scoredOrNull();
        return new Resp.Int(scored == null ? 0 : scored.size());
    }

    static Resp score(KeyView view, List<String> words) {
        return score(view.scoredOrNull(), words.get(1));
    }

    static Resp scores(KeyView view, List<String> words) {
        SortedSetView scored = view.scoredOrNull();
        return new Resp.Array(
                words.stream().skip(1).map(name -> score(scored, name)).toList());
    }

    private static Resp score(@Nullable SortedSetView scored, String name) {
        Double score = scored == null ? null : scored.score(name);
        return score == null ? Resp.nil() : new Resp.Real(score);
    }

    static Resp count(KeyView view, List<String> words) {
        SortedSetView scored = view.scoredOrNull();
        Slice within = MemberRange.within(scored == null ? SortedSetView.NONE : scored, words.get(1), words.get(2));
        return new Resp.Int(within.to() - within.from());
    }

    static Resp range(KeyView view, List<String> words) {
        return members(view, MemberRange.of(words));
    }

    static KeyReads.Answer range(boolean byScore, boolean reversed) {
        return (view, words) -> members(view, MemberRange.of(words, byScore, reversed));
    }

    private static Resp members(KeyView view, MemberRange range) {
        SortedSetView scored = view.scoredOrNull();
        List<Resp> items = new ArrayList<>();
        for (Member member : range.of(scored == null ? SortedSetView.NONE : scored)) {
            items.add(Resp.bulk(member.name()));
            if (range.withScores()) {
                items.add(new Resp.Real(member.score()));
            }
        }
        return range.withScores() ? new Resp.Scores(items) : new Resp.Array(items);
    }

    static Resp scan(KeyView view, List<String> words) {
        Scan scan = Scan.of(words, 1);
        SortedSetView scored = view.scoredOrNull();
        List<Resp> items = new ArrayList<>();
        if (scored != null) {
            for (Member member : scored.page(0, new Slice(0, scored.size()).size())) {
                if (scan.matches(member.name())) {
                    items.add(Resp.bulk(member.name()));
                    items.add(Resp.bulk(new Resp.Real(member.score()).text()));
                }
            }
        }
        return Scan.all(items);
    }
}
