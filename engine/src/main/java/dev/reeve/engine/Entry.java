package dev.reeve.engine;

/**
 * A journal entry: a command with its timestamp and random seed.
 *
 * @param atMicros the time by the server's clock; not before that of the previous entry
 * @param seed the seed of the command's random choices
 */
public record Entry<R>(long atMicros, long seed, Command<R> command) {}
