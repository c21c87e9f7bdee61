package dev.reeve.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.net.Reply;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.net.Session;
import dev.reeve.node.Completion;
import dev.reeve.node.Origin;
import dev.reeve.node.WaitHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reply to a command or query of the node. A large result is encoded only when it can be written, an array item by item.
 * Until then the reply only references data of the engine; afterwards it is unsent bytes.
 */
final class NodeReply<R> extends Reply implements Completion<R> {
    private static final Logger log = LoggerFactory.getLogger(NodeReply.class);

    private final RespVersion version;
    private final CallPlan.EngineCall<R> call;
    private Resp reply = Resp.nil();
    private Resp.@Nullable Aggregate open;
    private int writtenItems;

    NodeReply(Session session, RespVersion version, CallPlan.EngineCall<R> call) {
        super(session);
        this.version = version;
        this.call = call;
    }

    @Override
    public Origin origin() {
        return session().origin();
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
            Resp refusal = RedisErrors.ofAnyCall(why);
            reply = refusal == null ? call.encode(outcome) : refusal;
        } catch (RuntimeException e) {
            // A bug. It must not block the replies of other sessions.
            log.error("qless: cannot encode a reply", e);
            session().abort();
            return;
        }
        ready();
    }

    @Override
    public void resultFixed(R value) {
        accountBytes(ReplySize.of(value));
        unblock();
    }

    /** Executes no further command of the client until the result is known, and gives it up if the client leaves. */
    void block(WaitHandle handle) {
        waitHandle(handle);
    }

    @Override
    public void outcomeUnknown() {
        session().abort();
    }

    @Override
    protected void write(ReplyBuffer out) {
        while (!writeNext(out)) {
            // Each call writes one part.
        }
    }

    @Override
    protected boolean writeNext(ReplyBuffer out) {
        if (open != null) {
            version.openItem(open.type(), writtenItems, out);
            write(Resp.whole(open.items().get(writtenItems++)), out);
            return writtenItems == open.items().size();
        }
        reply = reply instanceof Resp.Deferred deferred ? deferred.encoder().get() : reply;
        Resp whole = Resp.step(reply);
        if (whole == null) {
            return false;
        }
        if (whole instanceof Resp.Aggregate several && !several.items().isEmpty()) {
            version.open(several.type(), several.items().size(), out);
            open = several;
            return false;
        }
        write(whole, out);
        return true;
    }

    @Override
    protected boolean mayExpand() {
        return true;
    }

    /** A string begins with its length, so that nothing of it is written before all of it is encoded. */
    @Override
    protected boolean holdsEncoded() {
        return open == null && reply instanceof Resp.Gradual;
    }

    /** Writes a reply or one item of an array. In the reply to a transaction single items may be errors. */
    private void write(Resp part, ReplyBuffer out) {
        if (part instanceof Resp.Error) {
            markRefused();
        }
        version.write(part, out);
    }
}
