package dev.reeve.engine;

/**
 * One line of history: a command and all that its outcome may depend on besides the state.
 *
 * @param atMicros the server's clock, never less than that of the entry before
 * @param seed where the command's random choices come from
 */
public record Entry<R>(long atMicros, long seed, Command<R> command) {}
