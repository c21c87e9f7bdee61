package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Glob;
import dev.reeve.door.qless.Resp;
import dev.reeve.door.qless.call.KeyView.KeyEntry;
import dev.reeve.door.qless.call.KeyView.KeyType;
import dev.reeve.engine.EngineView;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The Redis commands that read keys. Keys are read-only views of the engine's state. */
public final class KeyReads {
    private static final int ANY_NUMBER = Integer.MAX_VALUE;
    private static final long NO_EXPIRY = -1;
    private static final long NO_SUCH_KEY = -2;

    /** Computes a reply. The words are the arguments of the command. */
    public interface Read {
        Resp of(EngineView engine, List<String> words, CallingConvention form);
    }

    /** Computes a reply from the view of a key, which is the first word. */
    private interface ViewRead {
        Resp of(KeyView view, List<String> words);
    }

    private interface Lookup {
        Resp of(KeyView view, String name);
    }

    /** Parses a command whose query may be long. */
    private interface LongCommand {
        CallPlan parse(List<String> words, CallingConvention form);
    }

    /** A command: its name in lower case, its number of words including the name, and its reply. */
    public record KeyCommand(
            String name,
            int leastWords,
            int mostWords,
            Read read,
            @Nullable LongCommand inSteps) {
        KeyCommand(String name, int leastWords, int mostWords, Read read) {
            this(name, leastWords, mostWords, read, null);
        }

        /**
         * Parses the command. The caller has checked the number of words.
         *
         * @param args the words after the command
         * @param form the form of the client's calls, which decides on the keys listed
         */
        public CallPlan parse(List<byte[]> args, CallingConvention form) {
            List<String> words = args.stream()
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                    .toList();
            try {
                return inSteps != null
                        ? inSteps.parse(words, form)
                        : new CallPlan.Read<>(engine -> answer(engine, words, form), reply -> reply);
            } catch (BadRead e) {
                return CallPlan.refuse(e.error());
            }
        }

        private Resp answer(EngineView engine, List<String> words, CallingConvention form) {
            try {
                return read.of(engine, words, form);
            } catch (BadRead e) {
                return e.error();
            }
        }
    }

    public static final List<KeyCommand> ALL = List.of(
            new KeyCommand("keys", 2, 2, KeyReads::nothing, KeyReads::keys),
            new KeyCommand("scan", 2, ANY_NUMBER, KeyReads::nothing, KeyReads::scan),
            new KeyCommand("dbsize", 1, 1, (engine, words, form) -> new Resp.Int(engine.jobCount())),
            new KeyCommand("exists", 2, ANY_NUMBER, KeyReads::nothing, KeyReads::exists),
            ofView("type", 2, 2, (view, words) -> new Resp.Simple(view.typeName())),
            ofView("ttl", 2, 2, (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY)),
            ofView("pttl", 2, 2, (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY)),
            typed(KeyType.ZSET, "zcard", 2, 2, KeyReads::size),
            typed(KeyType.ZSET, "zscore", 3, 3, first(KeyReads::value)),
            typed(KeyType.ZSET, "zmscore", 3, ANY_NUMBER, each(KeyReads::value)),
            typed(KeyType.ZSET, "zcount", 4, 4, KeyReads::count),
            ranging("zrange", ANY_NUMBER, MemberRange::of),
            ranging("zrevrange", 5, words -> MemberRange.of(words, false, true)),
            ranging("zrangebyscore", ANY_NUMBER, words -> MemberRange.of(words, true, false)),
            ranging("zrevrangebyscore", ANY_NUMBER, words -> MemberRange.of(words, true, true)),
            scanning("zscan", KeyType.ZSET),
            typed(KeyType.HASH, "hget", 3, 3, first(KeyReads::value)),
            typed(KeyType.HASH, "hmget", 3, ANY_NUMBER, each(KeyReads::value)),
            typed(KeyType.HASH, "hgetall", 2, 2, (view, words) -> new Resp.Aggregate(Resp.Type.MAP, items(view.all()))),
            typed(KeyType.HASH, "hlen", 2, 2, KeyReads::size),
            typed(KeyType.HASH, "hexists", 3, 3, first(KeyReads::contains)),
            typed(KeyType.HASH, "hkeys", 2, 2, (view, words) -> Resp.array(names(view.all()))),
            typed(KeyType.HASH, "hvals", 2, 2, KeyReads::values),
            scanning("hscan", KeyType.HASH),
            typed(KeyType.SET, "smembers", 2, 2, (view, words) -> new Resp.Aggregate(Resp.Type.SET, names(view.all()))),
            typed(KeyType.SET, "sismember", 3, 3, first(KeyReads::contains)),
            typed(KeyType.SET, "smismember", 3, ANY_NUMBER, each(KeyReads::contains)),
            typed(KeyType.SET, "scard", 2, 2, KeyReads::size),
            scanning("sscan", KeyType.SET),
            typed(KeyType.LIST, "llen", 2, 2, KeyReads::size),
            typed(KeyType.LIST, "lrange", 4, 4, (view, words) -> Resp.array(slice(view, words.get(1), words.get(2)))),
            typed(KeyType.LIST, "lindex", 3, 3, KeyReads::index));

    private KeyReads() {}

    private static KeyCommand ofView(String name, int least, int most, ViewRead read) {
        return new KeyCommand(
                name, least, most, (engine, words, form) -> read.of(KeyViews.of(words.get(0), engine.qless()), words));
    }

    /** A command that checks the type of the value before all other arguments. */
    private static KeyCommand typed(KeyType type, String name, int least, int most, ViewRead read) {
        return ofView(name, least, most, (view, words) -> read.of(view.require(type), words));
    }

    private static Resp size(KeyView view, List<String> words) {
        return new Resp.Int(view.size());
    }

    private static ViewRead first(Lookup lookup) {
        return (view, words) -> lookup.of(view, words.get(1));
    }

    private static ViewRead each(Lookup lookup) {
        return (view, words) -> Resp.array(
                words.stream().skip(1).map(name -> lookup.of(view, name)).toList());
    }

    private static Resp value(KeyView view, String name) {
        KeyEntry entry = view.find(name);
        return entry == null ? Resp.nil() : entry.value();
    }

    private static Resp contains(KeyView view, String name) {
        return new Resp.Int(view.find(name) == null ? 0 : 1);
    }

    private static Resp values(KeyView view, List<String> words) {
        return Resp.array(view.all().stream().map(KeyEntry::value).toList());
    }

    private static List<Resp> names(List<KeyEntry> entries) {
        return new Resp.LazyItems<>(entries, entry -> Resp.bulk(entry.name()));
    }

    /** Names and values, alternating; the names alone if there are no values. */
    private static List<Resp> items(List<KeyEntry> entries) {
        if (entries.isEmpty() || entries.get(0).value() == Resp.nil()) {
            return names(entries);
        }
        return new Resp.LazyItems<>(
                new Pairs(entries),
                half -> half.isName()
                        ? Resp.bulk(half.entry().name())
                        : half.entry().value());
    }

    private record Half(KeyEntry entry, boolean isName) {}

    /** Every entry twice: as a name and as a value. */
    private static final class Pairs extends AbstractList<Half> implements RandomAccess {
        private final List<KeyEntry> entries;

        Pairs(List<KeyEntry> entries) {
            this.entries = entries;
        }

        @Override
        public Half get(int index) {
            return new Half(entries.get(index / 2), index % 2 == 0);
        }

        @Override
        public int size() {
            return 2 * entries.size();
        }
    }

    private static Resp count(KeyView view, List<String> words) {
        Slice within = MemberRange.within(SortedSetView.of(view), words.get(1), words.get(2));
        return new Resp.Int(within.to() - within.from());
    }

    private static KeyCommand ranging(String name, int most, Function<List<String>, MemberRange> parser) {
        return new KeyCommand(
                name, 4, most, KeyReads::nothing, (words, form) -> range(words.get(0), parser.apply(words)));
    }

    private static CallPlan range(String key, MemberRange range) {
        return members(
                key,
                view -> range.names(SortedSetView.of(view)),
                name -> true,
                members -> range.withScores()
                        ? new Resp.Aggregate(Resp.Type.SCORES, items(members))
                        : Resp.array(names(members)));
    }

    /** Takes the names of members of a sorted set, and looks up those that match. */
    private static CallPlan members(
            String key,
            Function<KeyView, List<String>> naming,
            Predicate<String> matches,
            Function<List<KeyEntry>, Resp> reply) {
        return lookedUp(
                view -> naming.apply(KeyViews.of(key, view.qless())),
                (view, name) ->
                        matches.test(name) ? KeyViews.of(key, view.qless()).find(name) : null,
                reply);
    }

    private static <N> CallPlan lookedUp(
            Function<EngineView, List<N>> naming,
            Lookups.Lookup<N, KeyEntry> lookup,
            Function<List<KeyEntry>, Resp> reply) {
        List<BadRead> error = new ArrayList<>(0);
        return new CallPlan.LongRead<>(
                () -> new Lookups<N, KeyEntry>(
                        view -> {
                            try {
                                return naming.apply(view);
                            } catch (BadRead e) {
                                error.add(e);
                                return List.of();
                            }
                        },
                        lookup),
                found -> error.isEmpty()
                        ? reply.apply(found.values())
                        : error.get(0).error());
    }

    private static List<Resp> slice(KeyView view, String first, String last) {
        Slice slice = Slice.of(first, last, view.size());
        return names(view.page(slice.from(), slice.size()));
    }

    private static Resp index(KeyView view, List<String> words) {
        List<Resp> found = slice(view, words.get(1), words.get(1));
        return found.isEmpty() ? Resp.nil() : found.get(0);
    }

    private static KeyCommand scanning(String name, KeyType type) {
        return new KeyCommand(
                name, 3, ANY_NUMBER, KeyReads::nothing, (words, form) -> scan(type, words, Scan.of(words, 1)));
    }

    /** All matching entries in one page. Scores are texts, in both versions of the protocol. */
    private static CallPlan scan(KeyType type, List<String> words, Scan scan) {
        Function<List<KeyEntry>, Resp> page =
                found -> Scan.page(0, items(new KeyView.Mapped<>(found, KeyReads::withText)));
        String key = words.get(0);
        if (type == KeyType.ZSET) {
            return members(key, view -> allNames(SortedSetView.of(view)), scan::matches, page);
        }
        return lookedUp(
                view -> KeyViews.of(key, view.qless()).require(type).all(),
                (view, entry) -> scan.matches(entry.name()) ? entry : null,
                page);
    }

    private static List<String> allNames(SortedSetView scored) {
        return scored.names(0, new Slice(0, scored.size()).size());
    }

    private static KeyEntry withText(KeyEntry entry) {
        return entry.value() instanceof Resp.Real score ? new KeyEntry(entry.name(), Resp.bulk(score.text())) : entry;
    }

    private static Resp nothing(EngineView engine, List<String> words, CallingConvention form) {
        return Resp.nil();
    }

    private static CallPlan exists(List<String> keys, CallingConvention form) {
        return new CallPlan.LongRead<>(
                () -> new Lookups<>(
                        view -> keys,
                        (view, key) -> KeyViews.of(key, view.qless()).exists() ? key : null),
                found -> new Resp.Int(found.values().size()));
    }

    private static CallPlan keys(List<String> words, CallingConvention form) {
        Glob pattern = Scan.pattern(words.get(0));
        return new CallPlan.LongRead<>(
                () -> new KeyNames(form, (name, view) -> pattern.matches(name), 0, Slice.MOST),
                KeyReads::replyWithKeys);
    }

    private static Resp replyWithKeys(KeyNames.Found found) {
        return found.complete() && found.nextJob() == 0
                ? bulks(found.names())
                : BadRead.tooMany().error();
    }

    private static Resp bulks(List<String> names) {
        return new Resp.Aggregate(Resp.Type.ARRAY, new Resp.LazyItems<>(names, Resp::bulk));
    }

    private static boolean isListed(Scan scan, String name, EngineView engine) {
        return scan.matches(name)
                && (scan.type().isEmpty()
                        || KeyViews.of(name, engine.qless()).typeName().equals(scan.type()));
    }

    /** The first page has all keys that do not belong to single jobs. The cursor is a job number. */
    private static CallPlan scan(List<String> words, CallingConvention form) {
        Scan scan = Scan.of(words, 0);
        return new CallPlan.LongRead<>(
                () -> new KeyNames(form, (name, view) -> isListed(scan, name, view), scan.cursor(), scan.count()),
                found -> found.complete()
                        ? Resp.array(List.of(Resp.bulk(Long.toString(found.nextJob())), bulks(found.names())))
                        : BadRead.tooMany().error());
    }
}
