package dev.reeve.door.workq;

import dev.reeve.net.HttpRequestGuard;
import dev.reeve.net.PayloadReader;
import dev.reeve.net.Protocol;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of one connection: a line, then its payload if there is one, then the next line.
 *
 * <p>Invariant: payload bytes are never decoded as a command. The payload of a refused line is discarded. If its length
 * is unknown or far too large, the connection is closed after the reply.
 */
final class WorkqProtocol implements Protocol {
    private static final byte[] NOTHING = new byte[0];
    private static final byte[] LEASE = "lease ".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_LINE_BYTES = 8 * 1024;
    private static final int LONGEST_LEASE_BYTES = 64 * 1024;
    private static final long MOST_DISCARDED_BYTES = 16 * 1024 * 1024;

    private final WorkqDoor door;
    private final Session session;
    private final HttpRequestGuard guard;
    private Requests node;
    private int searchedBytes;
    private @Nullable Incoming incoming;
    private boolean discarding;
    private long toDiscard;

    /** A command whose line has been parsed and whose payload is being received. */
    private record Incoming(CommandSpec form, WorkqCall<?> call, PayloadReader payload, ClientError sizeError) {}

    WorkqProtocol(WorkqDoor door, Session session) {
        this.door = door;
        this.session = session;
        this.guard = new HttpRequestGuard(session, LONGEST_LINE_BYTES);
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

    WorkqDoor door() {
        return door;
    }

    Session session() {
        return session;
    }

    @Override
    public boolean advance(ByteBuf input) {
        Incoming command = incoming;
        if (command != null) {
            return takePayload(command, input);
        }
        if (discarding) {
            return discard(input);
        }
        return guard.refuses(input) || takeLine(input);
    }

    @Override
    public long heldBytes() {
        return incoming == null ? 0 : incoming.payload.heldBytes();
    }

    @Override
    public void closed() {
        incoming = null;
    }

    private boolean takeLine(ByteBuf input) {
        int start = input.readerIndex();
        int end = input.indexOf(start + searchedBytes, input.writerIndex(), (byte) '\n');
        int length = end < 0 ? input.readableBytes() : end - start + 1;
        if (length > LONGEST_LINE_BYTES && (!isLease(input) || length > LONGEST_LEASE_BYTES)) {
            endWith(ClientError.INVALID_ARGS);
            return true;
        }
        if (end < 0) {
            searchedBytes = length;
            return false;
        }
        searchedBytes = 0;
        if (length < 2 || input.getByte(end - 1) != '\r') {
            endWith(ClientError.UNKNOWN_COMMAND);
            return true;
        }
        door.line().read(input, length - 2);
        input.skipBytes(2);
        execute(door.line());
        return true;
    }

    private static boolean isLease(ByteBuf input) {
        for (int i = 0; i < LEASE.length; i++) {
            if (input.getByte(input.readerIndex() + i) != LEASE[i]) {
                return false;
            }
        }
        return true;
    }

    private void execute(RequestLine line) {
        CommandSpec form = null;
        try {
            form = WorkqCommands.find(line);
            WorkqCall<?> call = form.read(line, this);
            ClientError sizeError = form.sizeError();
            if (sizeError != null) {
                incoming = new Incoming(form, call, new PayloadReader((int) form.announcedSize(line)), sizeError);
            } else {
                start(form, call, NOTHING);
            }
        } catch (BadLine bad) {
            refuse(bad.error(), form, line);
        }
    }

    private void refuse(ClientError error, @Nullable CommandSpec form, RequestLine line) {
        if (form != null) {
            session.countNextReplyAs(form.name());
        }
        long size = form == null || form.sizeError() == null ? 0 : form.announcedSize(line);
        boolean tooLarge = size > door.settings().mostPayloadBytes();
        session.refuse(tooLarge ? RefusalKind.TOO_LARGE : error.kind(), error.words());
        if (form == null || form.sizeError() == null) {
            return;
        }
        if (size < 0 || size > Math.max(MOST_DISCARDED_BYTES, door.settings().mostPayloadBytes())) {
            session.end();
        } else {
            discarding = true;
            toDiscard = size;
        }
    }

    private void start(CommandSpec form, WorkqCall<?> call, byte[] payload) {
        session.countNextReplyAs(form.name());
        session.open(call);
        call.start(payload);
    }

    private boolean takePayload(Incoming command, ByteBuf input) {
        if (!command.payload.read(input) || !input.isReadable()) {
            return false;
        }
        if (isEndMissing(input)) {
            incoming = null;
            session.countNextReplyAs(command.form.name());
            endWith(command.sizeError);
            return true;
        }
        if (input.readableBytes() < 2) {
            return false;
        }
        input.skipBytes(2);
        incoming = null;
        start(command.form, command.call, command.payload.bytes());
        return true;
    }

    private boolean discard(ByteBuf input) {
        long discarded = Math.min(toDiscard, input.readableBytes());
        input.skipBytes((int) discarded);
        toDiscard -= discarded;
        if (toDiscard > 0 || !input.isReadable()) {
            return false;
        }
        if (isEndMissing(input)) {
            // The error is the only reply; the bytes that follow are not a command.
            session.end();
            return true;
        }
        if (input.readableBytes() < 2) {
            return false;
        }
        input.skipBytes(2);
        discarding = false;
        return true;
    }

    /** Whether the bytes received so far show that no CRLF follows the payload. */
    private static boolean isEndMissing(ByteBuf input) {
        int at = input.readerIndex();
        return input.getByte(at) != '\r' || (input.readableBytes() > 1 && input.getByte(at + 1) != '\n');
    }

    private void endWith(ClientError error) {
        session.refuse(error.kind(), error.words());
        session.end();
    }
}
