package dev.reeve.door.qless;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.node.LongQuery;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The result of parsing a call: an immediate reply, an error, commands or a query. */
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

    /**
     * A query that may be long, so it is evaluated in steps. The client's next command is executed after the last step.
     *
     * @param before a command that is executed first; null for none. Its outcome is ignored
     */
    record LongRead<R>(
            @Nullable Command<?> before,
            Supplier<? extends CountedQuery<R>> query,
            Function<Outcome<R>, Resp> reply,
            Encoding encoding)
            implements EngineCall<R> {
        public LongRead(Supplier<? extends CountedQuery<R>> query, Function<R, Resp> encoder) {
            this(null, query, outcome -> encoder.apply(outcome.reply()), Encoding.WHEN_WRITTEN);
        }
    }

    /** A long query that counts what it has looked at. */
    interface CountedQuery<R> extends LongQuery<R> {
        long lookedAt();
    }

    /** A command that is repeated until it has done all, with other commands between. Its results are added up. */
    record Repeated(IntFunction<Command<Integer>> command, int count) implements CallPlan {
        /** The first command, which has to do all in a transaction. */
        Write<Integer> first() {
            return new Write<>(command.apply(count), outcome -> {
                return outcome.rejection() == null
                        ? new Resp.Int(outcome.reply())
                        : RedisErrors.error("ERR no room on disk");
            });
        }
    }

    record Read<R>(Query<R> query, Function<Outcome<R>, Resp> reply, Encoding encoding) implements EngineCall<R> {
        public Read(Query<R> query, Function<R, Resp> encoder) {
            this(query, outcome -> encoder.apply(outcome.reply()), Encoding.WHEN_WRITTEN);
        }
    }
}
