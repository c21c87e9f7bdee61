package dev.reeve.server.door.qless;

import java.util.function.Function;

/** Commands about keys, which are views of what the engine holds. */
final class KeyCommands {
    private KeyCommands() {}

    static RedisCommand.Plain read(String name) {
        return (client, words) -> client.door().keys().parse(name, words.subList(1, words.size()));
    }

    /** Its reply is a map, which version 3 of the protocol tells from an array. */
    static RedisCommand.Plain readPairs(String name) {
        return (client, words) -> shaped(read(name).parse(client, words), KeyCommands::pairs);
    }

    /** Its reply is a set, likewise. */
    static RedisCommand.Plain readMembers(String name) {
        return (client, words) -> shaped(read(name).parse(client, words), KeyCommands::members);
    }

    private static Resp pairs(Resp reply) {
        return reply instanceof Resp.Array array ? new Resp.Pairs(array.items()) : reply;
    }

    private static Resp members(Resp reply) {
        return reply instanceof Resp.Array array ? new Resp.Members(array.items()) : reply;
    }

    private static Parsed shaped(Parsed parsed, Function<Resp, Resp> shape) {
        return parsed instanceof Parsed.Read<?> read ? shapedRead(read, shape) : parsed;
    }

    private static <R> Parsed shapedRead(Parsed.Read<R> read, Function<Resp, Resp> shape) {
        return new Parsed.Read<>(read.query(), read.reply().andThen(shape));
    }

    static RedisCommand.Plain refused(String name) {
        return (client, words) -> new Parsed.Refused(RedisErrors.error(
                "ERR " + name + " is refused: keys are views of jobs and queues, and cannot be written"));
    }
}
