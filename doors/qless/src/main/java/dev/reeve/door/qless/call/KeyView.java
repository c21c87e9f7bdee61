package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The value of a key, as a view of the engine: a sequence of entries. As in Redis, a value without entries does not exist. */
interface KeyView {
    /** The type of a value. */
    enum KeyType {
        ZSET,
        HASH,
        SET,
        LIST
    }

    /**
     * An entry of a value.
     *
     * @param name the member of a set, the field of a hash, or the element of a list
     * @param value the score of a member or the value of a field; nil if there is neither
     */
    record KeyEntry(String name, Resp value) {}

    KeyType type();

    int size();

    /** The entries from an offset on. Invariant: there are at least {@code offset + limit} entries. */
    List<KeyEntry> page(long offset, int limit);

    @Nullable
    KeyEntry find(String name);

    default boolean exists() {
        return size() > 0;
    }

    /** The type in the words of Redis. */
    default String typeName() {
        return exists() ? type().name().toLowerCase(Locale.ROOT) : "none";
    }

    /** This view if it has the type or does not exist; throws otherwise. */
    default KeyView require(KeyType expected) {
        if (exists() && type() != expected) {
            throw BadRead.wrongType();
        }
        return this;
    }

    /** All entries; throws if they are more than a reply may list. */
    default List<KeyEntry> all() {
        return page(0, new Slice(0, size()).size());
    }

    static KeyView hash(Map<String, String> fields) {
        return new Entries(
                KeyType.HASH,
                fields.entrySet().stream()
                        .map(field -> new KeyEntry(field.getKey(), Resp.bulk(field.getValue())))
                        .toList());
    }

    static KeyView of(KeyType type, List<String> names) {
        return new Entries(type, new Mapped<>(names, name -> new KeyEntry(name, Resp.nil())));
    }

    /** A list whose elements are mapped when they are read. The source must not change any more. */
    final class Mapped<S, T> extends AbstractList<T> implements RandomAccess {
        private final List<S> source;
        private final Function<? super S, T> mapping;

        Mapped(List<S> source, Function<? super S, T> mapping) {
            this.source = source;
            this.mapping = mapping;
        }

        @Override
        public T get(int index) {
            return mapping.apply(source.get(index));
        }

        @Override
        public int size() {
            return source.size();
        }
    }

    /** A value whose entries are known. The first search by name builds an index, because there may be many searches. */
    final class Entries implements KeyView {
        private final KeyType type;
        private final List<KeyEntry> entries;
        private @Nullable Map<String, KeyEntry> byName;

        Entries(KeyType type, List<KeyEntry> entries) {
            this.type = type;
            this.entries = entries;
        }

        @Override
        public KeyType type() {
            return type;
        }

        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public List<KeyEntry> page(long offset, int limit) {
            return limit == 0 ? List.of() : entries.subList((int) offset, (int) offset + limit);
        }

        @Override
        public @Nullable KeyEntry find(String name) {
            Map<String, KeyEntry> index = byName;
            if (index == null) {
                index = new HashMap<>();
                for (KeyEntry entry : entries) {
                    index.putIfAbsent(entry.name(), entry);
                }
                byName = index;
            }
            return index.get(name);
        }
    }
}
