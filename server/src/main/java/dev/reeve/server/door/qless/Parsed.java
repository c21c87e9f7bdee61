package dev.reeve.server.door.qless;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import java.util.function.Function;

/** What a call asks for, once its arguments have been understood. */
public sealed interface Parsed {
    /** Nothing: the arguments are wrong. */
    record Refused(Resp error) implements Parsed {}

    /** Nothing of the engine: the reply is known. */
    record Answered(Resp reply) implements Parsed {}

    /** A change, and how its outcome is told. */
    record Write<R>(Command<R> command, Function<Outcome<R>, Resp> reply) implements Parsed {}

    /** A question, and how its answer is told. */
    record Read<R>(Query<R> query, Function<R, Resp> reply) implements Parsed {}
}
