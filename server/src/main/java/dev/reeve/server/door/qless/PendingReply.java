package dev.reeve.server.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.server.net.Output;
import dev.reeve.server.net.Reply;
import dev.reeve.server.net.Session;
import dev.reeve.server.node.Completion;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reply to something that the node is doing. */
final class PendingReply<R> extends Reply implements Completion<R> {
    private static final Logger LOG = LoggerFactory.getLogger(PendingReply.class);

    private final RespVersion version;
    private final Function<Outcome<R>, Resp> words;
    private @Nullable Resp reply;

    PendingReply(Session session, RespVersion version, Function<Outcome<R>, Resp> words) {
        super(session);
        this.version = version;
        this.words = words;
    }

    @Override
    public void reply(R value) {
        outcome(Outcome.of(value));
    }

    @Override
    public void refused(Rejection why) {
        outcome(Outcome.refused(why));
    }

    @Override
    public void outcome(Outcome<R> outcome) {
        Rejection why = outcome.rejection();
        if (why != null) {
            session().refused(why);
        }
        try {
            reply = words.apply(outcome);
        } catch (RuntimeException e) {
            // A bug, which must not keep the replies of others from being told.
            LOG.error("qless: no words for a reply", e);
            session().abort();
            return;
        }
        if (reply instanceof Resp.Error) {
            saysNo();
        }
        ready();
    }

    @Override
    public void known(R value) {
        holds(Weight.of(value));
    }

    @Override
    public void unknown() {
        session().abort();
    }

    @Override
    protected void write(Output out) {
        if (reply != null) {
            version.write(reply, out);
        }
    }
}
