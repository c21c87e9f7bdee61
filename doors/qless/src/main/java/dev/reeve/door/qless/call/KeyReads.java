package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Glob;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Redis commands that read keys. Keys are read-only views of the engine's state. Invariant: the caller has checked the
 * number of words.
 */
public final class KeyReads {
    /** Computes a reply from the view of a key. The words are the arguments of the command, the key first. */
    interface Answer {
        Resp of(KeyView view, List<String> words);
    }

    private interface Read {
        Resp of(EngineView engine, List<String> words, CallingConvention form);
    }

    private static final long NO_EXPIRY = -1;
    private static final long NO_SUCH_KEY = -2;

    private final Map<String, Read> commands = new HashMap<>();

    public KeyReads() {
        commands.put("keys", KeyReads::keys);
        commands.put("scan", KeyReads::scan);
        commands.put("dbsize", (engine, words, form) -> new Resp.Int(engine.jobCount()));
        commands.put("exists", (engine, words, form) -> new Resp.Int(count(words, engine.qless())));
        put("type", (view, words) -> new Resp.Simple(view.type()));
        put("ttl", (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY));
        put("pttl", (view, words) -> new Resp.Int(view.exists() ? NO_EXPIRY : NO_SUCH_KEY));
        putSortedSets();
        putHashes();
        put("smembers", ListReads::members);
        put("sismember", ListReads::isMember);
        put("smismember", ListReads::areMembers);
        put("scard", ListReads::card);
        put("sscan", ListReads::scan);
        put("llen", ListReads::length);
        put("lrange", ListReads::range);
        put("lindex", ListReads::index);
    }

    private void putSortedSets() {
        put("zcard", SortedSetReads::card);
        put("zscore", SortedSetReads::score);
        put("zmscore", SortedSetReads::scores);
        put("zcount", SortedSetReads::count);
        put("zrange", SortedSetReads::range);
        put("zrevrange", SortedSetReads.range(false, true));
        put("zrangebyscore", SortedSetReads.range(true, false));
        put("zrevrangebyscore", SortedSetReads.range(true, true));
        put("zscan", SortedSetReads::scan);
    }

    private void putHashes() {
        put("hget", HashReads::get);
        put("hmget", HashReads::getSome);
        put("hgetall", HashReads::getAll);
        put("hlen", HashReads::length);
        put("hexists", HashReads::exists);
        put("hkeys", HashReads::names);
        put("hvals", HashReads::values);
        put("hscan", HashReads::scan);
    }

    private void put(String command, Answer answer) {
        commands.put(command, (engine, words, form) -> answer.of(KeyView.of(words.get(0), engine.qless()), words));
    }

    /**
     * Parses a read command.
     *
     * @param command one of the names above, in lower case
     * @param args the words after the command
     * @param form the form of the client's calls, which decides on the keys listed
     */
    public CallPlan parse(String command, List<byte[]> args, CallingConvention form) {
        Read read = commands.get(command);
        if (read == null) {
            throw new IllegalArgumentException("no such read: " + command);
        }
        List<String> words = args.stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
        return new CallPlan.Read<>(engine -> answer(read, engine, words, form), reply -> reply);
    }

    private static Resp answer(Read read, EngineView engine, List<String> words, CallingConvention form) {
        try {
            return read.of(engine, words, form);
        } catch (BadRead e) {
            return e.error();
        }
    }

    private static long count(List<String> keys, QlessQueries directory) {
        return keys.stream().filter(key -> KeyView.of(key, directory).exists()).count();
    }

    private static Resp keys(EngineView engine, List<String> words, CallingConvention form) {
        if (engine.jobCount() > Slice.MOST) {
            throw BadRead.tooMany();
        }
        KeyNames names = new KeyNames(engine.qless(), form);
        names.addAllButJobs();
        names.addJobs(engine.qless().jobsFrom(0, Slice.MOST));
        List<String> found = names.names().stream()
                .filter(name -> Glob.matches(words.get(0), name))
                .toList();
        return new Resp.Array(ListReads.bulks(found));
    }

    /** The first page has all keys that do not belong to single jobs. The cursor is a job number. */
    private static Resp scan(EngineView engine, List<String> words, CallingConvention form) {
        Scan scan = Scan.of(words, 0);
        QlessQueries directory = engine.qless();
        List<Numbered> jobs = directory.jobsFrom(scan.cursor(), scan.count());
        KeyNames names = new KeyNames(directory, form);
        if (scan.cursor() == 0) {
            names.addAllButJobs();
        }
        names.addJobs(jobs);
        List<String> found = new ArrayList<>();
        for (String name : names.names()) {
            if (scan.matches(name) && isOfType(scan.type(), name, directory)) {
                found.add(name);
            }
        }
        long next = jobs.size() < scan.count() ? 0 : jobs.get(jobs.size() - 1).number() + 1;
        return Scan.page(next, ListReads.bulks(found));
    }

    private static boolean isOfType(String type, String name, QlessQueries directory) {
        return type.isEmpty() || KeyView.of(name, directory).type().equals(type);
    }
}
