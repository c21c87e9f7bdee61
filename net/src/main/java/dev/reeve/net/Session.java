package dev.reeve.net;

import dev.reeve.engine.Rejection;
import dev.reeve.node.Origin;
import dev.reeve.node.Requests;
import dev.reeve.node.WaitHandle;
import dev.reeve.tally.DoorTally;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection: reads input, lets the protocol of the door execute commands, and sends their replies in order.
 *
 * <p>The session requests every read itself. All conditions for reading are in {@link #mayRead} and all conditions for
 * executing are in {@link #mayExecute}; code that changes such a condition calls {@link #resume}. A turn ends
 * after {@link NettyLoop#TURN_NANOS}, however many commands that are; the next one comes when other sessions had theirs. While a command blocks, no later command is executed
 * until the blocking command is decided; reading goes on up to the input limit, so that a disconnect is noticed.
 *
 * <p>The end of input (half-close) does not end the session: received commands are still executed and answered. The
 * connection is closed after the last reply, see {@link GracefulClose}.
 */
public final class Session extends ChannelInboundHandlerAdapter {
    /** Name under which commands that the door does not know are counted. */
    public static final String UNKNOWN = DoorTally.UNKNOWN;

    static final int READ_BYTES = 32 * 1024;

    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final Channel channel;
    private final Connections connections;
    private final Protocol.Factory door;
    private final NetLimits limits;
    private final @Nullable DoorTally tally;
    private final SessionBudget.SessionUsage usage = new SessionBudget.SessionUsage();
    private final IdleSweep.Activity activity = new IdleSweep.Activity();
    private final @Nullable SocketAddress remoteAddress;
    private final ReplyPipeline outgoing;
    private final InputBuffer input;
    private final @Nullable Login login;

    private @Nullable GracefulClose gracefulClose;
    private @Nullable Reply blockedBy;
    private String nextCommand = UNKNOWN;
    private long turnBeganAtNanos;
    private @Nullable Peer peer;
    private boolean begun;
    private long bytesBeforeLogin;
    private @Nullable Future<?> loginTimer;
    private boolean reading;
    private boolean running;
    private boolean turnScheduled;
    private boolean inputEnded;
    private boolean ending;
    private boolean stopping;
    private boolean closed;

    Session(Channel channel, Connections connections, Protocol.Factory door) {
        this.channel = channel;
        this.connections = connections;
        this.door = door;
        this.remoteAddress = channel.remoteAddress();
        this.limits = connections.limits();
        this.tally = connections.tally(door.name());
        this.outgoing = new ReplyPipeline(this, connections, channel);
        this.login = connections.login(door.name(), channel, this::reaches, this::abort);
        this.input = new InputBuffer(door.open(this));
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        if (!connections.admit(this)) {
            reject();
        } else if (login != null) {
            login.begin(peer());
            loginTimer = channel.eventLoop()
                    .schedule(() -> disconnectUnlessKnown(login), Login.MOST_SECONDS, TimeUnit.SECONDS);
        }
        resume();
    }

    /**
     * Rejects a connection above the limit: sends the error, or closes at once if too many clients are being sent the
     * error already.
     */
    private void reject() {
        if (connections.reject(this)) {
            outgoing.writeDirect(door.tooManyConnections());
            end();
            finishIfDone();
        } else {
            abort();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (!begun && TlsHello.begins(bytes)) {
            refused(RefusalKind.TLS);
            end();
            abort();
        }
        begun = true;
        connections.received(bytes.readableBytes());
        connections.idleSweep().touch(activity);
        if (ending) {
            bytes.release();
            return;
        }
        bytesBeforeLogin += login == null || login.isDone() ? 0 : bytes.readableBytes();
        input.add(from.alloc(), bytes);
        run();
        if (login != null && !login.isPending() && bytesBeforeLogin > Login.MOST_BYTES) {
            disconnectUnlessKnown(login);
        }
    }

    private void disconnectUnlessKnown(Login of) {
        if (!of.isDone() && !closed && !ending) {
            disconnect(RefusalKind.UNKNOWN_CLIENT);
        }
    }

    private void reaches(Requests node) {
        input.reaches(node);
    }

    /** Who the client is; null if clients need not say so. */
    public @Nullable Login login() {
        return login;
    }

    /** The node as the client reaches it: the given one, if clients need not say who they are. */
    public Requests requests(Requests node) {
        return login == null ? node : login.requests();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        reading = false;
        requestRead();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !inputEnded) {
            inputEnded = true;
            outgoing.forEachWaiting(WaitHandle::inputEnded);
            if (gracefulClose != null) {
                gracefulClose.inputEnded();
            }
            run();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext from) {
        if (channel.isWritable()) {
            outgoing.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        closed = true;
        connections.remove(this);
        if (login != null) {
            login.close();
        }
        if (loginTimer != null) {
            loginTimer.cancel(false);
        }
        outgoing.forEachWaiting(WaitHandle::cancel);
        outgoing.release();
        input.close();
        updateUsage();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        failed(cause);
    }

    /** An exception in one session closes only that connection. */
    void failed(Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("{}: connection to {} lost: {}", door.name(), channel.remoteAddress(), cause.getMessage());
        } else {
            log.error("{}: closing the connection to {}", door.name(), channel.remoteAddress(), cause);
        }
        abort();
    }

    /** Who is at the other end. */
    public Peer peer() {
        if (peer == null) {
            peer = Peer.of(channel);
        }
        return peer;
    }

    /** Logs and counts a refusal. */
    public void refused(RefusalKind kind) {
        connections.refusals().refused(door.name(), kind);
    }

    /** Logs and counts a rejection if it is relevant to the operator. */
    public void refused(Rejection why) {
        connections.refusals().refused(door.name(), why);
    }

    /** Appends the error to the pending replies, for a command that is refused before it reaches the node. */
    public void refuse(RefusalKind kind, byte[] error) {
        refused(kind);
        Reply reply = new Reply(this) {
            @Override
            protected void write(ReplyBuffer out) {
                out.bytes(error);
            }
        };
        reply.markRefused();
        open(reply);
        reply.ready();
    }

    /** Counts the next reply under this command, which must be one that the door knows. */
    public void countNextReplyAs(String command) {
        nextCommand = command;
    }

    /** Appends the reply to the pending replies. */
    public void open(Reply reply) {
        outgoing.open(reply);
        activity.commanded();
        if (tally != null) {
            reply.countIn(tally, nextCommand, turnBeganAtNanos);
        }
        nextCommand = UNKNOWN;
    }

    /**
     * Sends a pushed message between replies. A client that has left more than the limit unread is disconnected,
     * because backpressure on its input does not reduce pushed messages.
     */
    public void push(Consumer<ReplyBuffer> message, long maxUnsentBytes) {
        if (closed || ending || outgoing.push(message, maxUnsentBytes)) {
            return;
        }
        log.warn(
                "{}: disconnecting {}: it does not read the messages that it subscribed to",
                door.name(),
                channel.remoteAddress());
        end();
        abort();
    }

    void accountBytes(long bytes) {
        if (!closed) {
            outgoing.accountBytes(bytes);
        }
    }

    /** Blocks further commands until {@link #unblock}. */
    public void block(Reply by) {
        blockedBy = by;
    }

    /**
     * Called when the outcome of the blocking command is fixed. It may be called from within the command. It is ignored
     * if another command blocks or none does.
     */
    public void unblock(Reply by) {
        if (blockedBy == by) {
            blockedBy = null;
            resume();
        }
    }

    /** Sets the bytes that the protocol keeps of commands that were complete, such as those of an open transaction. */
    public void keptBytes(long bytes) {
        input.keptBytes(bytes);
    }

    /** Executes no further command, and closes the connection when all pending replies have been sent. */
    public void end() {
        ending = true;
        input.release();
    }

    /** Closes the connection at once and drops the pending replies. */
    @SuppressWarnings("FutureReturnValueIgnored")
    public void abort() {
        channel.close();
    }

    /** Closes the connection of a client that makes no progress while a total is exceeded. */
    void disconnect(RefusalKind why) {
        refused(why);
        log.debug(
                "{}: disconnecting {}: no progress with {} bytes of buffered input and {} unsent bytes",
                door.name(),
                channel.remoteAddress(),
                input.bufferedBytes(),
                outgoing.pendingBytes());
        abort();
    }

    /** Closes the connection of a client that sends nothing. */
    void disconnectIdle(boolean hasCommanded) {
        if (!hasCommanded) {
            refused(RefusalKind.NO_COMMAND);
        }
        log.debug("{}: disconnecting {}: it is idle", door.name(), remoteAddress);
        abort();
    }

    /**
     * Whether the client has to act next: to send a command or the rest of one, or to read. An open transaction is no
     * reason for the server to wait.
     */
    boolean awaitsClient() {
        boolean mayAct = reading || ending || inputEnded || outgoing.isOverLimit();
        return mayAct && !connections.congested() && !outgoing.awaitsNode() && !input.awaitsPushes();
    }

    IdleSweep.Activity activity() {
        return activity;
    }

    @Nullable
    SocketAddress remoteAddress() {
        return remoteAddress;
    }

    /**
     * Ends the session for a clean shutdown: executed commands are answered, and waiting commands are answered with
     * their time-out.
     */
    void stop() {
        stopping = true;
        end();
        outgoing.forEachWaiting(WaitHandle::inputEnded);
        finishIfDone();
    }

    void ready(Reply reply) {
        unblock(reply);
        if (!closed) {
            outgoing.advance();
        }
    }

    boolean inputEnded() {
        return inputEnded;
    }

    boolean isClosed() {
        return closed;
    }

    /** Re-evaluates whether there is something to execute or to read. */
    void resume() {
        if (running || closed) {
            return;
        }
        if (!needsInput() && mayExecute()) {
            scheduleTurn();
        }
        requestRead();
    }

    private void scheduleTurn() {
        if (!turnScheduled) {
            turnScheduled = true;
            connections.turns().add(this);
        }
    }

    /** Continues to execute commands whose bytes have arrived. */
    void turn() {
        turnScheduled = false;
        try {
            run();
            requestRead();
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    private void run() {
        if (running || closed) {
            return;
        }
        running = true;
        turnBeganAtNanos = System.nanoTime();
        boolean first = true;
        while (!needsInput() && mayExecute()) {
            if (!first && System.nanoTime() - turnBeganAtNanos >= NettyLoop.TURN_NANOS) {
                scheduleTurn();
                break;
            }
            first = false;
            input.advance();
        }
        running = false;
        input.trim();
        updateUsage();
        finishIfDone();
    }

    private boolean mayExecute() {
        return !ending && !closed && blockedBy == null && outgoing.hasCapacity() && !connections.congested();
    }

    private void requestRead() {
        if (!reading && mayRead()) {
            reading = true;
            channel.read();
        }
    }

    private boolean mayRead() {
        if (closed || inputEnded) {
            return false;
        }
        if (ending) {
            return gracefulClose != null;
        }
        if (login != null && login.isPending()) {
            return false;
        }
        if (!needsInput() && input.size() + READ_BYTES > limits.sessionInputBytes()) {
            return false;
        }
        return !outgoing.isOverLimit() && connections.mayRead(this);
    }

    void flush() {
        if (closed) {
            return;
        }
        try {
            connections.idleSweep().touch(activity);
            outgoing.flush();
            updateUsage();
            resume();
            finishIfDone();
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    private void finishIfDone() {
        if (inputEnded && needsInput() && !ending && !closed) {
            input.signalEnd();
        }
        boolean complete = ending || (inputEnded && needsInput());
        if (closed || !complete || gracefulClose != null || !outgoing.allWritten()) {
            return;
        }
        ending = true;
        // A flush may make the channel writable again, which ends in a nested call of this method.
        if (outgoing.flushAll() && gracefulClose == null) {
            gracefulClose = new GracefulClose(channel, stopping, inputEnded);
            gracefulClose.begin();
            requestRead();
        }
    }

    /** Updates the contribution of this session to the totals. */
    void updateUsage() {
        if (closed) {
            connections.sessionBudget().update(this, 0, 0, 0);
            return;
        }
        connections
                .sessionBudget()
                .update(this, input.bufferedBytes(), outgoing.pendingBytes(), outgoing.encodedBytes());
    }

    /** The contribution of this session to the totals. */
    SessionBudget.SessionUsage usage() {
        return usage;
    }

    /** Whether a reply is being encoded that holds memory until all of it is. */
    boolean isEncoding() {
        return outgoing.isEncoding();
    }

    /** Whether the session can make progress only after more input. */
    boolean needsInput() {
        return input.needsInput();
    }

    /** Where the commands of this session come from. */
    public Origin origin() {
        return new Origin(
                door.name(), Login.address(channel).getHostAddress(), login == null ? null : login.identityName());
    }

    String doorName() {
        return door.name();
    }
}
