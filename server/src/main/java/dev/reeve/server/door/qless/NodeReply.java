package dev.reeve.server.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.server.net.Reply;
import dev.reeve.server.net.ReplyBuffer;
import dev.reeve.server.net.Session;
import dev.reeve.server.node.Completion;
import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reply to something that the node is doing. What is heavy is put into words only when these can be written, an array
 * item by item: until then it is what the engine has anyway, afterwards it is bytes that the client has to fetch.
 */
final class NodeReply<R> extends Reply implements Completion<R> {
    private static final Logger log = LoggerFactory.getLogger(NodeReply.class);

    private final RespVersion version;
    private final Function<Outcome<R>, Resp> words;
    private Resp reply = Resp.nil();
    private @Nullable Iterator<Resp> rest;

    NodeReply(Session session, RespVersion version, Function<Outcome<R>, Resp> words) {
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
            log.error("qless: no words for a reply", e);
            session().abort();
            return;
        }
        ready();
    }

    @Override
    public void resultFixed(R value) {
        accountBytes(ReplySize.of(value));
    }

    @Override
    public void outcomeUnknown() {
        session().abort();
    }

    @Override
    protected void write(ReplyBuffer out) {
        while (!writeNext(out)) {
            // Part by part.
        }
    }

    @Override
    protected boolean writeNext(ReplyBuffer out) {
        if (rest != null) {
            write(inWords(rest.next()), out);
            return !rest.hasNext();
        }
        Resp whole = inWords(reply);
        if (whole instanceof Resp.Array array && !array.items().isEmpty()) {
            version.openArray(array.items().size(), out);
            rest = array.items().iterator();
            return false;
        }
        write(whole, out);
        return true;
    }

    private static Resp inWords(Resp reply) {
        return reply instanceof Resp.Later later ? later.words().get() : reply;
    }

    /** Writes a whole reply or an item of it: in the reply to a transaction, refusals stand among the others. */
    private void write(Resp part, ReplyBuffer out) {
        if (part instanceof Resp.Error) {
            markRefused();
        }
        version.write(part, out);
    }
}
