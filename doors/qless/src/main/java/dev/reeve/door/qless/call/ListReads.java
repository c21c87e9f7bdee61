package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.util.List;

/** The commands that read sets and lists. */
final class ListReads {
    private ListReads() {}

    static Resp members(KeyView view, List<String> words) {
        return new Resp.Members(bulks(some(view.setOrEmpty())));
    }

    private static List<String> some(List<String> set) {
        return set.subList(0, new Slice(0, set.size()).size());
    }

    static Resp isMember(KeyView view, List<String> words) {
        return new Resp.Int(view.setOrEmpty().contains(words.get(1)) ? 1 : 0);
    }

    static Resp areMembers(KeyView view, List<String> words) {
        return new Resp.Array(words.stream()
                .skip(1)
                .<Resp>map(word -> new Resp.Int(view.setOrEmpty().contains(word) ? 1 : 0))
                .toList());
    }

    static Resp card(KeyView view, List<String> words) {
        return new Resp.Int(view.setOrEmpty().size());
    }

    static Resp scan(KeyView view, List<String> words) {
        Scan scan = Scan.of(words, 1);
        return Scan.all(
                bulks(some(view.setOrEmpty()).stream().filter(scan::matches).toList()));
    }

    static Resp length(KeyView view, List<String> words) {
        return new Resp.Int(view.listOrEmpty().size());
    }

    static Resp range(KeyView view, List<String> words) {
        KeyView.Texts list = view.listOrEmpty();
        Slice slice = Slice.of(words.get(1), words.get(2), list.size());
        return new Resp.Array(bulks(list.page(slice.from(), slice.size())));
    }

    static Resp index(KeyView view, List<String> words) {
        KeyView.Texts list = view.listOrEmpty();
        Slice slice = Slice.of(words.get(1), words.get(1), list.size());
        return slice.size() == 0
                ? Resp.nil()
                : Resp.bulk(list.page(slice.from(), 1).get(0));
    }

    static List<Resp> bulks(List<String> texts) {
        return texts.stream().map(Resp::bulk).toList();
    }
}
