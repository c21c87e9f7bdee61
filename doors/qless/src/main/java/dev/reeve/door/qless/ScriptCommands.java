package dev.reeve.door.qless;

import static dev.reeve.door.qless.CallPlan.answer;
import static dev.reeve.door.qless.CallPlan.refuse;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The commands that carry qless calls: EVALSHA, EVAL, FCALL and SCRIPT. */
final class ScriptCommands {
    private ScriptCommands() {}

    static CallPlan evalSha(RedisConnection client, List<byte[]> words) {
        return run(client, client.door().scripts().find(RequestText.exact(words.get(1))), words);
    }

    static CallPlan eval(RedisConnection client, List<byte[]> words) {
        Scripts scripts = client.door().scripts();
        return run(client, scripts.find(scripts.load(words.get(1))), words);
    }

    static CallPlan call(RedisConnection client, List<byte[]> words) {
        return run(
                client,
                new Script(
                        CallingConvention.FUNCTION, RequestText.of(words.get(1)).toLowerCase(Locale.ROOT)),
                words);
    }

    /** Parses the call of a script; the number of keys, the keys and the arguments follow the second word. */
    private static CallPlan run(RedisConnection client, @Nullable Script script, List<byte[]> words) {
        OptionalLong keys = RequestText.integer(words.get(2));
        int rest = words.size() - 3;
        if (keys.isEmpty()) {
            return refuse(RedisErrors.NOT_AN_INTEGER);
        }
        if (keys.getAsLong() > rest) {
            return refuse(RedisErrors.error("ERR Number of keys can't be greater than number of args"));
        }
        if (keys.getAsLong() < 0) {
            return refuse(RedisErrors.error("ERR Number of keys can't be negative"));
        }
        if (script == null) {
            // Not a client error: clients load the script and repeat the call.
            return answer(RedisErrors.NO_SCRIPT);
        }
        if (script.form() == null) {
            return refuse(RedisErrors.NOT_LUA);
        }
        client.calls(script.form());
        int split = 3 + (int) keys.getAsLong();
        List<byte[]> arguments = words.subList(split, words.size());
        return client.door()
                .calls()
                .parse(script.form(), script.call(), words.subList(3, split), arguments, client.countAs());
    }

    static CallPlan script(RedisConnection client, List<byte[]> words) {
        Scripts scripts = client.door().scripts();
        String subcommand = RequestText.upper(words.get(1));
        int arguments = words.size() - 2;
        return switch (subcommand) {
            case "LOAD" -> arguments == 1 ? answer(Resp.bulk(scripts.load(words.get(2)))) : wrongArguments(subcommand);
            case "EXISTS" -> arguments > 0 ? answer(exist(scripts, words)) : wrongArguments(subcommand);
            case "FLUSH" -> arguments > 1 ? wrongArguments(subcommand) : flush(scripts);
            case "KILL" -> refuse(RedisErrors.error("NOTBUSY No scripts in execution right now."));
            default -> refuse(RedisErrors.unknownSubcommand("script", words.get(1)));
        };
    }

    private static CallPlan flush(Scripts scripts) {
        scripts.flush();
        return answer(Resp.OK);
    }

    private static Resp exist(Scripts scripts, List<byte[]> words) {
        return Resp.array(words.stream()
                .skip(2)
                .<Resp>map(sha -> new Resp.Int(scripts.find(RequestText.exact(sha)) == null ? 0 : 1))
                .toList());
    }

    private static CallPlan wrongArguments(String subcommand) {
        return refuse(RedisErrors.wrongArguments("script|" + subcommand.toLowerCase(Locale.ROOT)));
    }
}
