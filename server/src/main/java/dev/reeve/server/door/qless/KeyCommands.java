package dev.reeve.server.door.qless;

/** Commands about keys, which are views of what the engine holds. */
final class KeyCommands {
    private KeyCommands() {}

    static RedisCommand.Plain read(String name) {
        return (client, words) -> client.door().keys().parse(name, words.subList(1, words.size()));
    }

    static RedisCommand.Plain refused(String name) {
        return (client, words) -> new CallPlan.Refused(RedisErrors.error(
                "ERR " + name + " is refused: keys are views of jobs and queues, and cannot be written"));
    }
}
