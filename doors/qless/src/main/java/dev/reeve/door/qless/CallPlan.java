package dev.reeve.door.qless;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import java.util.function.Function;

/** The result of parsing a call: an immediate reply, an error, a command or a query. */
public sealed interface CallPlan {
    /** The arguments are invalid; the reply is an error. */
    record Refused(Resp error) implements CallPlan {}

    /** The reply is known without asking the engine. */
    record Answered(Resp reply) implements CallPlan {}

    /** When a result is encoded as a reply. */
    enum Encoding {
        /** As soon as the result may be sent. For small replies, arrays of other replies, and encoders with side effects. */
        IMMEDIATE,
        /** When the reply is written, if the result is large. */
        WHEN_WRITTEN;

        <T> Resp encode(T value, Function<T, Resp> encoder) {
            return this == IMMEDIATE || ReplySize.isLight(value)
                    ? encoder.apply(value)
                    : new Resp.Deferred(() -> encoder.apply(value));
        }
    }

    /** A command, and the encoder of its outcome. */
    record Write<R>(Command<R> command, Function<Outcome<R>, Resp> reply, Encoding encoding) implements CallPlan {
        public Write(Command<R> command, Function<Outcome<R>, Resp> reply) {
            this(command, reply, Encoding.WHEN_WRITTEN);
        }

        Resp encode(Outcome<R> outcome) {
            return encoding.encode(outcome, reply);
        }
    }

    /** A query, and the encoder of its result. */
    record Read<R>(Query<R> query, Function<R, Resp> reply, Encoding encoding) implements CallPlan {
        public Read(Query<R> query, Function<R, Resp> reply) {
            this(query, reply, Encoding.WHEN_WRITTEN);
        }

        Resp encode(R result) {
            return encoding.encode(result, reply);
        }
    }
}
