package dev.reeve.door.qless;

import static dev.reeve.door.qless.RedisCommand.ANY_NUMBER;

import dev.reeve.door.qless.Subscriptions.Kind;
import dev.reeve.door.qless.call.KeyReads;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of Redis commands. */
final class RedisCommands {
    private static final Map<String, RedisCommand> BY_NAME = new HashMap<>();

    static {
        whileSubscribed("ping", 1, 2, (RedisCommand.Plain) ConnectionCommands::ping);
        plain("echo", 2, 2, ConnectionCommands::echo);
        control("auth", 2, 3, ConnectionCommands::auth);
        outside("hello", 1, ConnectionCommands::hello);
        plain("select", 2, 2, ConnectionCommands::select);
        plain("client", 2, ANY_NUMBER, ConnectionCommands::client);
        whileSubscribed("quit", 1, ANY_NUMBER, (RedisCommand.Control) ConnectionCommands::quit);
        whileSubscribed("reset", 1, 1, (RedisCommand.Control) ConnectionCommands::reset);

        // The start of an HTTP request: a web page made a browser connect to this port.
        control("post", 1, ANY_NUMBER, ConnectionCommands::disconnect);
        control("host:", 1, ANY_NUMBER, ConnectionCommands::disconnect);

        plain("command", 1, ANY_NUMBER, ServerCommands::command);
        plain("info", 1, ANY_NUMBER, ServerCommands::info);
        plain("config", 2, ANY_NUMBER, ServerCommands::config);
        plain("time", 1, 1, ServerCommands::time);
        plain("flushdb", 1, 2, ServerCommands.flush("FLUSHDB"));
        plain("flushall", 1, 2, ServerCommands.flush("FLUSHALL"));

        plain("script", 2, ANY_NUMBER, ScriptCommands::script);
        plain("evalsha", 3, ANY_NUMBER, ScriptCommands::evalSha);
        plain("evalsha_ro", 3, ANY_NUMBER, ScriptCommands::evalSha);
        plain("eval", 3, ANY_NUMBER, ScriptCommands::eval);
        plain("eval_ro", 3, ANY_NUMBER, ScriptCommands::eval);
        plain("fcall", 3, ANY_NUMBER, ScriptCommands::call);
        plain("fcall_ro", 3, ANY_NUMBER, ScriptCommands::call);

        control("multi", 1, 1, TransactionCommands::multi);
        control("exec", 1, 1, TransactionCommands::exec);
        control("discard", 1, 1, TransactionCommands::discard);
        control("watch", 2, ANY_NUMBER, TransactionCommands::watch);
        plain("unwatch", 1, 1, TransactionCommands::unwatch);

        whileSubscribed("subscribe", 2, ANY_NUMBER, PubSubCommands.subscribe(Kind.CHANNEL));
        whileSubscribed("unsubscribe", 1, ANY_NUMBER, PubSubCommands.unsubscribe(Kind.CHANNEL));
        whileSubscribed("psubscribe", 2, ANY_NUMBER, PubSubCommands.subscribe(Kind.PATTERN));
        whileSubscribed("punsubscribe", 1, ANY_NUMBER, PubSubCommands.unsubscribe(Kind.PATTERN));
        plain("publish", 3, 3, PubSubCommands::publish);

        for (KeyReads.KeyCommand read : KeyReads.ALL) {
            plain(
                    read.name(),
                    read.leastWords(),
                    read.mostWords(),
                    (client, words) -> read.parse(words.subList(1, words.size()), client.convention()));
        }
        plain("del", 2, ANY_NUMBER, refusedKeyWrite("DEL"));
        plain("unlink", 2, ANY_NUMBER, refusedKeyWrite("UNLINK"));
    }

    private RedisCommands() {}

    private static void plain(String name, int least, int most, RedisCommand.Plain action) {
        put(new RedisCommand(name, least, most, false, action));
    }

    private static RedisCommand.Plain refusedKeyWrite(String name) {
        return (client, words) -> CallPlan.refuse(RedisErrors.error(
                "ERR " + name + " is refused: keys are views of jobs and queues, and cannot be written"));
    }

    private static void control(String name, int least, int most, RedisCommand.Control action) {
        put(new RedisCommand(name, least, most, false, action));
    }

    private static void outside(String name, int least, RedisCommand.Outside action) {
        put(new RedisCommand(name, least, ANY_NUMBER, false, action));
    }

    private static void whileSubscribed(String name, int least, int most, RedisCommand.Action action) {
        put(new RedisCommand(name, least, most, true, action));
    }

    private static void put(RedisCommand command) {
        BY_NAME.put(command.name(), command);
        BY_NAME.put(command.name().toUpperCase(Locale.ROOT), command);
    }

    static @Nullable RedisCommand find(byte[] word) {
        String name = RequestText.exact(word);
        RedisCommand command = BY_NAME.get(name);
        return command != null ? command : BY_NAME.get(name.toUpperCase(Locale.ROOT));
    }

    /** The names in lower case. */
    static Set<String> names() {
        return BY_NAME.values().stream().map(RedisCommand::name).collect(Collectors.toSet());
    }
}
