package dev.reeve.door.goqueue;

import dev.reeve.net.HttpRequestGuard;
import dev.reeve.net.PayloadReader;
import dev.reeve.net.Protocol;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Frame decoder of one connection: a header, then its data if there is any, then the next header.
 *
 * <p>Invariant: data bytes are never decoded as a command. The data of a refused command is discarded. If the start of
 * the next command is unknown, the connection is closed after the reply.
 */
final class GoqueueProtocol implements Protocol {
    private final GoqueueDoor door;
    private final Session session;
    private final HttpRequestGuard guard;
    private Requests node;
    private @Nullable Incoming incoming;
    private int toDiscardBytes;
    private @Nullable String ifCutOff;

    /** A command whose header has been decoded and whose data is being received. */
    private record Incoming(FrameSpec form, GoqueueCall<?> call, PayloadReader data) {}

    GoqueueProtocol(GoqueueDoor door, Session session) {
        this.door = door;
        this.session = session;
        this.guard = new HttpRequestGuard(session, FrameHeader.LONGEST_STRING_BYTES);
        this.node = door.node(session);
    }

    @Override
    public void reaches(Requests other) {
        node = other;
    }

    /** The node as the client reaches it. */
    Requests node() {
        return node;
    }

    GoqueueDoor door() {
        return door;
    }

    Session session() {
        return session;
    }

    @Override
    public boolean advance(ByteBuf input) {
        if (toDiscardBytes > 0) {
            return discard(input);
        }
        if (incoming != null) {
            return takeData(incoming, input);
        }
        return guard.refuses(input) || takeHead(input);
    }

    @Override
    public void inputEnded() {
        if (ifCutOff != null) {
            session.refuse(RefusalKind.MALFORMED, GoqueueReplies.error(ifCutOff));
        }
    }

    @Override
    public long heldBytes() {
        return incoming == null ? 0 : incoming.data.heldBytes();
    }

    @Override
    public void closed() {
        incoming = null;
    }

    private boolean takeHead(ByteBuf input) {
        FrameHeader head = door.head();
        try {
            if (!head.read(input)) {
                ifCutOff = head.ifCutOff();
                countReplyFor(head);
                return false;
            }
            FrameSpec form = head.form();
            countReplyFor(head);
            GoqueueCall<?> call = form.reader().read(head, this);
            // Without data the input may be empty now, and advance would not be called again.
            return takeData(new Incoming(form, call, new PayloadReader(head.dataBytes())), input);
        } catch (BadFrame bad) {
            countReplyFor(head);
            refuse(bad, head.dataBytes());
            return true;
        }
    }

    /** Counts the next reply under this command, even if the reply is an error. */
    private void countReplyFor(FrameHeader head) {
        FrameSpec form = head.known();
        if (form != null) {
            session.countNextReplyAs(form.name());
        }
    }

    private boolean takeData(Incoming command, ByteBuf input) {
        if (!command.data.read(input)) {
            incoming = command;
            ifCutOff = GoqueueReplies.malformed(command.form, FrameField.DATA);
            return false;
        }
        incoming = null;
        ifCutOff = null;
        session.open(command.call);
        command.call.start(command.data.bytes());
        return true;
    }

    private void refuse(BadFrame bad, int dataBytes) {
        ifCutOff = null;
        session.refuse(bad.kind(), GoqueueReplies.error(bad.text()));
        if (bad.isLost()) {
            session.end();
        } else {
            toDiscardBytes = dataBytes;
        }
    }

    private boolean discard(ByteBuf input) {
        int discarded = Math.min(toDiscardBytes, input.readableBytes());
        input.skipBytes(discarded);
        toDiscardBytes -= discarded;
        return toDiscardBytes == 0;
    }
}
