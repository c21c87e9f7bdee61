package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Directory;
import dev.reeve.engine.Scored;
import dev.reeve.server.door.qless.Glob;
import dev.reeve.server.door.qless.Parsed;
import dev.reeve.server.door.qless.Resp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Redis commands that read keys. */
public final class KeyReads {
    private static final Resp WRONG_TYPE =
            new Resp.Error("WRONGTYPE Operation against a key holding the wrong kind of value");
    private static final Resp NOT_AN_INTEGER = new Resp.Error("ERR value is not an integer or out of range");

    /** Answers from what is under the key; the words are all that was sent after the command, the key first. */
    private interface Answer {
        Resp of(KeyView view, List<String> words);
    }

    private record Command(int atLeast, Answer answer) {}

    private final Map<String, Command> commands = new HashMap<>();

    public KeyReads() {
        commands.put(
                "zcard", new Command(1, (view, words) -> onScored(view, scored -> new Resp.Int(scored.size()), 0)));
        commands.put("zscore", new Command(2, KeyReads::zscore));
        commands.put("zrange", new Command(3, KeyReads::zrange));
        commands.put("zcount", new Command(3, KeyReads::zcount));
        commands.put("hgetall", new Command(1, KeyReads::hgetall));
        commands.put(
                "hget",
                new Command(2, (view, words) -> onHash(view, hash -> text(hash.get(words.get(1))), Resp.nil())));
        commands.put("hmget", new Command(2, KeyReads::hmget));
        commands.put("smembers", new Command(1, KeyReads::smembers));
        commands.put(
                "llen",
                new Command(1, (view, words) -> onList(view, list -> new Resp.Int(list.size()), new Resp.Int(0))));
        commands.put("lrange", new Command(3, KeyReads::lrange));
        commands.put("type", new Command(1, (view, words) -> new Resp.Simple(view.type())));
    }

    public boolean knows(String command) {
        return commands.containsKey(command) || command.equals("exists") || command.equals("keys");
    }

    public Parsed parse(String command, List<byte[]> args) {
        List<String> words = args.stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
        Command known = commands.get(command);
        if (words.size() < (known == null ? 1 : known.atLeast())) {
            return new Parsed.Refused(new Resp.Error(
                    "ERR wrong number of arguments for '" + command.toLowerCase(Locale.ROOT) + "' command"));
        }
        if (command.equals("exists")) {
            return new Parsed.Read<>(view -> count(words, view.directory()), Resp.Int::new);
        } else if (command.equals("keys")) {
            return keys(words.get(0));
        } else if (known == null) {
            return new Parsed.Refused(new Resp.Error("ERR unknown command '" + command + "'"));
        }
        return new Parsed.Read<>(
                view -> known.answer().of(KeyView.of(words.get(0), view.directory()), words), reply -> reply);
    }

    private static long count(List<String> keys, Directory directory) {
        return keys.stream().filter(key -> KeyView.of(key, directory).exists()).count();
    }

    private static Parsed keys(String pattern) {
        return new Parsed.Read<>(
                view -> view.jobCount() > KeyNames.MOST_JOBS
                        ? new Resp.Error("ERR there are too many keys to list them")
                        : texts(KeyNames.all(view.directory()).stream()
                                .filter(key -> Glob.matches(pattern, key))
                                .toList()),
                reply -> reply);
    }

    private interface On<T> {
        Resp answer(T value);
    }

    private static Resp onScored(KeyView view, On<Scored> on, @Nullable Integer otherwise) {
        Scored scored = view.scored();
        if (scored != null) {
            return on.answer(scored);
        } else if (view.exists()) {
            return WRONG_TYPE;
        }
        return otherwise == null ? Resp.nil() : new Resp.Int(otherwise);
    }

    private static Resp onHash(KeyView view, On<Map<String, String>> on, Resp otherwise) {
        Map<String, String> hash = view.hash();
        return hash != null ? on.answer(hash) : view.exists() ? WRONG_TYPE : otherwise;
    }

    private static Resp onList(KeyView view, On<KeyView.Texts> on, Resp otherwise) {
        KeyView.Texts list = view.list();
        return list != null ? on.answer(list) : view.exists() ? WRONG_TYPE : otherwise;
    }

    private static Resp zscore(KeyView view, List<String> words) {
        return onScored(
                view,
                scored -> {
                    Double score = scored.score(words.get(1));
                    return score == null ? Resp.nil() : Resp.bulk(score(score));
                },
                null);
    }

    /** As Redis writes a score: all digits that count. */
    private static String score(double score) {
        if (Double.isInfinite(score)) {
            return score > 0 ? "inf" : "-inf";
        }
        return score == Math.rint(score) && Math.abs(score) < 1e17
                ? Long.toString((long) score)
                : Double.toString(score);
    }

    private static Resp zrange(KeyView view, List<String> words) {
        boolean withScores = words.size() > 3 && words.get(3).equalsIgnoreCase("withscores");
        if (!view.exists()) {
            return new Resp.Array(List.of());
        }
        return onScored(
                view,
                scored -> {
                    long[] range = range(words, scored.size());
                    if (range == null) {
                        return NOT_AN_INTEGER;
                    }
                    List<Resp> items = new ArrayList<>();
                    scored.page(range[0], (int) range[1]).forEach(member -> {
                        items.add(Resp.bulk(member.name()));
                        if (withScores) {
                            items.add(Resp.bulk(score(member.score())));
                        }
                    });
                    return new Resp.Array(items);
                },
                null);
    }

    /** First index and count of what is asked for, where negative indexes count from the end. */
    private static long @Nullable [] range(List<String> words, int size) {
        Double start = LuaNumber.parse(words.get(1));
        Double stop = LuaNumber.parse(words.get(2));
        if (start == null || stop == null) {
            return null;
        }
        long first = Math.max(0, start < 0 ? size + start.longValue() : start.longValue());
        long last = Math.min(size - 1L, stop < 0 ? size + stop.longValue() : stop.longValue());
        return new long[] {first, Math.max(0, last - first + 1)};
    }

    private static Resp zcount(KeyView view, List<String> words) {
        return onScored(
                view,
                scored -> {
                    Double min = bound(words.get(1), false);
                    Double max = bound(words.get(2), true);
                    return min == null || max == null
                            ? new Resp.Error("ERR min or max is not a float")
                            : new Resp.Int(Math.max(0, scored.below(max) - scored.below(min)));
                },
                0);
    }

    /** The smallest score that is not meant any more (or, of a lower bound, that is), a bracket excluding its own. */
    private static @Nullable Double bound(String word, boolean upper) {
        boolean excluded = word.startsWith("(");
        Double bound = LuaNumber.parse(excluded ? word.substring(1) : word);
        return bound == null ? null : Double.valueOf(excluded == upper ? bound : Math.nextUp(bound));
    }

    private static Resp hgetall(KeyView view, List<String> words) {
        return onHash(
                view,
                hash -> {
                    List<String> fields = new ArrayList<>();
                    hash.forEach((name, value) -> {
                        fields.add(name);
                        fields.add(value);
                    });
                    return texts(fields);
                },
                texts(List.of()));
    }

    private static Resp hmget(KeyView view, List<String> words) {
        Map<String, String> none = Map.of();
        On<Map<String, String>> answer = hash -> new Resp.Array(words.subList(1, words.size()).stream()
                .map(name -> text(hash.get(name)))
                .toList());
        return onHash(view, answer, answer.answer(none));
    }

    private static Resp smembers(KeyView view, List<String> words) {
        List<String> set = view.set();
        return set == null && view.exists() ? WRONG_TYPE : texts(set == null ? List.of() : set);
    }

    private static Resp lrange(KeyView view, List<String> words) {
        return onList(
                view,
                list -> {
                    long[] range = range(words, list.size());
                    return range == null ? NOT_AN_INTEGER : texts(list.page(range[0], (int) range[1]));
                },
                texts(List.of()));
    }

    private static Resp text(@Nullable String text) {
        return text == null ? Resp.nil() : Resp.bulk(text);
    }

    private static Resp texts(List<String> texts) {
        return new Resp.Array(texts.stream().map(Resp::bulk).toList());
    }
}
