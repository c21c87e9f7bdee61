package dev.reeve.door.qless;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import java.util.function.Function;

/** The result of parsing a call: an immediate reply, an error, a command or a query. */
public sealed interface CallPlan {
    /**
     * The reply is known without asking the engine.
     *
     * @param refused whether the arguments are invalid, which operators see; the reply is an error then
     */
    record Answered(Resp reply, boolean refused) implements CallPlan {}

    static CallPlan answer(Resp reply) {
        return new Answered(reply, false);
    }

    static CallPlan refuse(Resp error) {
        return new Answered(error, true);
    }

    /** A command or query of the engine, and the encoder of its outcome. */
    sealed interface EngineCall<R> extends CallPlan {
        Function<Outcome<R>, Resp> reply();

        Encoding encoding();

        /** Encodes the outcome, now or when the reply is written. */
        default Resp encode(Outcome<R> outcome) {
            return encoding() == Encoding.IMMEDIATE || ReplySize.isLight(outcome)
                    ? reply().apply(outcome)
                    : new Resp.Deferred(() -> reply().apply(outcome));
        }
    }

    /** When an outcome is encoded as a reply. */
    enum Encoding {
        /** As soon as the outcome may be sent. For small replies, arrays of other replies, and encoders with side effects. */
        IMMEDIATE,
        /** When the reply is written, if the outcome is large. */
        WHEN_WRITTEN
    }

    record Write<R>(Command<R> command, Function<Outcome<R>, Resp> reply, Encoding encoding) implements EngineCall<R> {
        public Write(Command<R> command, Function<Outcome<R>, Resp> reply) {
            this(command, reply, Encoding.WHEN_WRITTEN);
        }
    }

    record Read<R>(Query<R> query, Function<Outcome<R>, Resp> reply, Encoding encoding) implements EngineCall<R> {
        public Read(Query<R> query, Function<R, Resp> encoder) {
            this(query, outcome -> encoder.apply(outcome.reply()), Encoding.WHEN_WRITTEN);
        }
    }
}
