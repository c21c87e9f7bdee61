package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that read hashes. */
final class HashReads {
    private HashReads() {}

    static Resp get(KeyView view, List<String> words) {
        return text(view.hashOrEmpty().get(words.get(1)));
    }

    static Resp getSome(KeyView view, List<String> words) {
        return new Resp.Array(words.stream()
                .skip(1)
                .map(name -> text(view.hashOrEmpty().get(name)))
                .toList());
    }

    static Resp getAll(KeyView view, List<String> words) {
        return new Resp.Pairs(pairs(view, Scan.EVERYTHING));
    }

    private static List<Resp> pairs(KeyView view, Scan scan) {
        List<Resp> items = new ArrayList<>();
        view.hashOrEmpty().forEach((name, value) -> {
            if (scan.matches(name)) {
                items.add(Resp.bulk(name));
                items.add(Resp.bulk(value));
            }
        });
        return items;
    }

    static Resp length(KeyView view, List<String> words) {
        return new Resp.Int(view.hashOrEmpty().size());
    }

    static Resp exists(KeyView view, List<String> words) {
        return new Resp.Int(view.hashOrEmpty().containsKey(words.get(1)) ? 1 : 0);
    }

    static Resp names(KeyView view, List<String> words) {
        return texts(view.hashOrEmpty().keySet());
    }

    static Resp values(KeyView view, List<String> words) {
        return texts(view.hashOrEmpty().values());
    }

    static Resp scan(KeyView view, List<String> words) {
        return Scan.all(pairs(view, Scan.of(words, 1)));
    }

    private static Resp text(@Nullable String text) {
        return text == null ? Resp.nil() : Resp.bulk(text);
    }

    private static Resp texts(Collection<String> texts) {
        return new Resp.Array(texts.stream().map(Resp::bulk).toList());
    }
}
