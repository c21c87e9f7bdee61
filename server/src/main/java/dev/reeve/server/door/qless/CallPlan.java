package dev.reeve.server.door.qless;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import java.util.function.Function;

/** What a call asks for, once its arguments have been understood. */
public sealed interface CallPlan {
    /** Nothing: the arguments are wrong. */
    record Refused(Resp error) implements CallPlan {}

    /** Nothing of the engine: the reply is known. */
    record Answered(Resp reply) implements CallPlan {}

    /** When something is put into words. */
    enum Words {
        /** As soon as it may be told: the reply is small, is made of others, or its words are a deed. */
        AT_ONCE,
        /** When they are written, if it is heavy. */
        WHEN_WRITTEN;

        <T> Resp of(T value, Function<T, Resp> words) {
            return this == AT_ONCE || ReplySize.isLight(value)
                    ? words.apply(value)
                    : new Resp.Later(() -> words.apply(value));
        }
    }

    /** A change, and how its outcome is told. */
    record Write<R>(Command<R> command, Function<Outcome<R>, Resp> reply, Words words) implements CallPlan {
        public Write(Command<R> command, Function<Outcome<R>, Resp> reply) {
            this(command, reply, Words.WHEN_WRITTEN);
        }

        Resp inWords(Outcome<R> outcome) {
            return words.of(outcome, reply);
        }
    }

    /** A question, and how its answer is told. */
    record Read<R>(Query<R> query, Function<R, Resp> reply, Words words) implements CallPlan {
        public Read(Query<R> query, Function<R, Resp> reply) {
            this(query, reply, Words.WHEN_WRITTEN);
        }

        Resp inWords(R answer) {
            return words.of(answer, reply);
        }
    }
}
