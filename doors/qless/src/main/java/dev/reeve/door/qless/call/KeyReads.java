package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Glob;
import dev.reeve.door.qless.Resp;
import dev.reeve.door.qless.call.KeyView.KeyEntry;
import dev.reeve.door.qless.call.KeyView.KeyType;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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

    /** A command: its name in lower case, its number of words including the name, and its reply. */
    public record KeyCommand(String name, int leastWords, int mostWords, Read read) {
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
            return new CallPlan.Read<>(engine -> answer(engine, words, form), reply -> reply);
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
            new KeyCommand("keys", 2, 2, KeyReads::keys),
            new KeyCommand("scan", 2, ANY_NUMBER, KeyReads::scan),
            new KeyCommand("dbsize", 1, 1, (engine, words, form) -> new Resp.Int(engine.jobCount())),
            new KeyCommand("exists", 2, ANY_NUMBER, KeyReads::exists),
            ofView("type", 2, 2, (view, words) -> new Resp.Simple(view.typeName())),
            ofView("ttl", 2, 2, (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY)),
            ofView("pttl", 2, 2, (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY)),
            typed(KeyType.ZSET, "zcard", 2, 2, KeyReads::size),
            typed(KeyType.ZSET, "zscore", 3, 3, first(KeyReads::value)),
            typed(KeyType.ZSET, "zmscore", 3, ANY_NUMBER, each(KeyReads::value)),
            typed(KeyType.ZSET, "zcount", 4, 4, KeyReads::count),
            ofView("zrange", 4, ANY_NUMBER, (view, words) -> range(view, MemberRange.of(words))),
            ofView("zrevrange", 4, 5, (view, words) -> range(view, MemberRange.of(words, false, true))),
            ofView("zrangebyscore", 4, ANY_NUMBER, (view, words) -> range(view, MemberRange.of(words, true, false))),
            ofView("zrevrangebyscore", 4, ANY_NUMBER, (view, words) -> range(view, MemberRange.of(words, true, true))),
            ofView("zscan", 3, ANY_NUMBER, scan(KeyType.ZSET)),
            typed(KeyType.HASH, "hget", 3, 3, first(KeyReads::value)),
            typed(KeyType.HASH, "hmget", 3, ANY_NUMBER, each(KeyReads::value)),
            typed(KeyType.HASH, "hgetall", 2, 2, (view, words) -> new Resp.Aggregate(Resp.Type.MAP, items(view.all()))),
            typed(KeyType.HASH, "hlen", 2, 2, KeyReads::size),
            typed(KeyType.HASH, "hexists", 3, 3, first(KeyReads::contains)),
            typed(KeyType.HASH, "hkeys", 2, 2, (view, words) -> Resp.array(names(view.all()))),
            typed(KeyType.HASH, "hvals", 2, 2, KeyReads::values),
            ofView("hscan", 3, ANY_NUMBER, scan(KeyType.HASH)),
            typed(KeyType.SET, "smembers", 2, 2, (view, words) -> new Resp.Aggregate(Resp.Type.SET, names(view.all()))),
            typed(KeyType.SET, "sismember", 3, 3, first(KeyReads::contains)),
            typed(KeyType.SET, "smismember", 3, ANY_NUMBER, each(KeyReads::contains)),
            typed(KeyType.SET, "scard", 2, 2, KeyReads::size),
            ofView("sscan", 3, ANY_NUMBER, scan(KeyType.SET)),
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
        return entries.stream().map(entry -> Resp.bulk(entry.name())).toList();
    }

    /** Names and values, alternating; the names alone if there are no values. */
    private static List<Resp> items(List<KeyEntry> entries) {
        List<Resp> items = new ArrayList<>();
        for (KeyEntry entry : entries) {
            items.add(Resp.bulk(entry.name()));
            if (entry.value() != Resp.nil()) {
                items.add(entry.value());
            }
        }
        return items;
    }

    private static Resp count(KeyView view, List<String> words) {
        Slice within = MemberRange.within(SortedSetView.of(view), words.get(1), words.get(2));
        return new Resp.Int(within.to() - within.from());
    }

    private static Resp range(KeyView view, MemberRange range) {
        List<KeyEntry> members = range.of(SortedSetView.of(view));
        return range.withScores() ? new Resp.Aggregate(Resp.Type.SCORES, items(members)) : Resp.array(names(members));
    }

    private static List<Resp> slice(KeyView view, String first, String last) {
        Slice slice = Slice.of(first, last, view.size());
        return names(view.page(slice.from(), slice.size()));
    }

    private static Resp index(KeyView view, List<String> words) {
        List<Resp> found = slice(view, words.get(1), words.get(1));
        return found.isEmpty() ? Resp.nil() : found.get(0);
    }

    /** All matching entries in one page. Scores are texts, in both versions of the protocol. */
    private static ViewRead scan(KeyType type) {
        return (view, words) -> {
            Scan scan = Scan.of(words, 1);
            List<KeyEntry> found = new ArrayList<>();
            for (KeyEntry entry : view.require(type).all()) {
                if (scan.matches(entry.name())) {
                    Resp value = entry.value() instanceof Resp.Real score ? Resp.bulk(score.text()) : entry.value();
                    found.add(new KeyEntry(entry.name(), value));
                }
            }
            return Scan.page(0, items(found));
        };
    }

    private static Resp exists(EngineView engine, List<String> keys, CallingConvention form) {
        return new Resp.Int(keys.stream()
                .filter(key -> KeyViews.of(key, engine.qless()).exists())
                .count());
    }

    private static Resp keys(EngineView engine, List<String> words, CallingConvention form) {
        if (engine.jobCount() > Slice.MOST) {
            throw BadRead.tooMany();
        }
        KeyNames names = new KeyNames(engine.qless(), form);
        names.addAllButJobs();
        names.addJobs(engine.qless().jobsFrom(0, Slice.MOST));
        return Resp.array(names.names().stream()
                .filter(name -> Glob.matches(words.get(0), name))
                .map(Resp::bulk)
                .toList());
    }

    /** The first page has all keys that do not belong to single jobs. The cursor is a job number. */
    private static Resp scan(EngineView engine, List<String> words, CallingConvention form) {
        Scan scan = Scan.of(words, 0);
        QlessQueries queries = engine.qless();
        List<Numbered> jobs = queries.jobsFrom(scan.cursor(), scan.count());
        KeyNames names = new KeyNames(queries, form);
        if (scan.cursor() == 0) {
            names.addAllButJobs();
        }
        names.addJobs(jobs);
        List<Resp> found = names.names().stream()
                .filter(name -> scan.matches(name) && isOfType(scan.type(), name, queries))
                .map(Resp::bulk)
                .toList();
        long next = jobs.size() < scan.count() ? 0 : jobs.get(jobs.size() - 1).number() + 1;
        return Scan.page(next, found);
    }

    private static boolean isOfType(String type, String name, QlessQueries queries) {
        return type.isEmpty() || KeyViews.of(name, queries).typeName().equals(type);
    }
}
