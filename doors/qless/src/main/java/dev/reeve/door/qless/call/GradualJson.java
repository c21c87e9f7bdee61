package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encodes a JSON text with a long list some items at a time. */
final class GradualJson<T> implements Supplier<@Nullable Resp> {
    private static final int ITEMS_A_PART = 64;
    private static final int BYTES_A_PART = 64 * 1024;

    private final CjsonWriter json;
    private final Iterator<T> items;
    private final boolean empty;
    private final BiConsumer<T, CjsonWriter> writer;
    private final Consumer<CjsonWriter> end;

    private GradualJson(CjsonWriter json, List<T> items, BiConsumer<T, CjsonWriter> writer, Consumer<CjsonWriter> end) {
        this.json = json;
        this.items = items.iterator();
        this.empty = items.isEmpty();
        this.writer = writer;
        this.end = end;
        json.openList(empty);
    }

    /** A list. A short one is encoded at once. */
    static <T> Resp list(List<T> items, BiConsumer<T, CjsonWriter> writer) {
        return list(new CjsonWriter(), items, writer, json -> {});
    }

    /**
     * A list and what surrounds it.
     *
     * @param json what precedes the list
     * @param end writes what follows it
     */
    static <T> Resp list(
            CjsonWriter json, List<T> items, BiConsumer<T, CjsonWriter> writer, Consumer<CjsonWriter> end) {
        GradualJson<T> gradual = new GradualJson<>(json, items, writer, end);
        Resp whole = gradual.get();
        return whole != null ? whole : new Resp.Gradual(gradual);
    }

    @Override
    public @Nullable Resp get() {
        int enough = json.size() + BYTES_A_PART;
        for (int i = 0; i < ITEMS_A_PART && json.size() < enough && items.hasNext(); i++) {
            json.separate();
            writer.accept(items.next(), json);
        }
        if (items.hasNext()) {
            return null;
        }
        json.closeList(empty);
        end.accept(json);
        return json.reply();
    }
}
