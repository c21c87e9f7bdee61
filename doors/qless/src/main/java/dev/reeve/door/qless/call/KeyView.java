package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    default @Nullable KeyEntry find(String name) {
        return page(0, size()).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElse(null);
    }

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
        return new Entries(
                type, names.stream().map(name -> new KeyEntry(name, Resp.nil())).toList());
    }

    /** A value whose entries are known. */
    record Entries(KeyType type, List<KeyEntry> entries) implements KeyView {
        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public List<KeyEntry> page(long offset, int limit) {
            return limit == 0 ? List.of() : entries.subList((int) offset, (int) offset + limit);
        }
    }
}
