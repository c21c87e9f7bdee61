package dev.reeve.server.net;

import dev.reeve.engine.Rejection;
import dev.reeve.server.node.WaitHandle;
import dev.reeve.server.tally.DoorTally;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: reads, has the door's protocol execute commands, and sends their replies in order.
 *
 * <p>It asks for every read itself, so that all the reasons not to read are in {@link #mayRead} and all the reasons not
 * to execute in {@link #mayExecute}; whatever ends such a reason calls {@link #resume}. A turn executes a bounded number
 * of commands and then lets others have theirs. Behind a command that blocks nothing is executed until it is decided,
 * but reading goes on for a while, so that a hang-up is noticed.
 *
 * <p>The end of input is not the end of the session: what was received is still executed and answered. The connection is
 * closed when the last reply is out, in the manner of {@link GracefulClose}.
 */
public final class Session extends ChannelInboundHandlerAdapter {
    /** Instead of the name of a command that is none of the door's. */
    public static final String UNKNOWN = DoorTally.UNKNOWN;

    static final int READ_BYTES = 32 * 1024;

    private static final Logger log = LoggerFactory.getLogger(Session.class);
    private static final int COMMANDS_PER_TURN = 128;

    private final Channel channel;
    private final Connections connections;
    private final Protocol.Factory door;
    private final NetLimits limits;
    private final RequestTimer requestTimer;
    private final SessionUsage share = new SessionUsage();
    private final ReplyPipeline outgoing;
    private final InputBuffer input;
    private final Runnable turn = this::scheduledTurn;

    private @Nullable GracefulClose gracefulClose;
    private @Nullable Reply blockedBy;
    private boolean reading;
    private boolean running;
    private boolean turnScheduled;
    private boolean inputEnded;
    private boolean ending;
    private boolean stopping;
    private boolean gone;

    Session(Channel channel, Connections connections, Protocol.Factory door) {
        this.channel = channel;
        this.connections = connections;
        this.door = door;
        this.limits = connections.limits();
        this.requestTimer = new RequestTimer(connections.tally(door.name()));
        this.outgoing = new ReplyPipeline(this, connections, channel);
        this.input = new InputBuffer(door.open(this));
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        if (!connections.admit(this)) {
            turnAway();
        }
        resume();
    }

    /** Says why, unless so many are being told already that even that takes too much. */
    private void turnAway() {
        if (!connections.isStopping()) {
            refused(RefusalKind.CONNECTION);
        }
        if (connections.turnAway(this)) {
            outgoing.say(door.tooManyConnections());
            end();
            finishIfDone();
        } else {
            abort();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        connections.received(bytes.readableBytes());
        if (ending) {
            bytes.release();
            return;
        }
        input.add(from.alloc(), bytes);
        run();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        reading = false;
        readOn();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !inputEnded) {
            inputEnded = true;
            outgoing.forEachParked(WaitHandle::inputEnded);
            if (gracefulClose != null) {
                gracefulClose.inputEnded();
            }
            run();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext from) {
        if (channel.isWritable()) {
            flush();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        gone = true;
        connections.gone(this);
        outgoing.forEachParked(WaitHandle::cancel);
        outgoing.release();
        input.close();
        count();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        failed(cause);
    }

    /** A bug in one session is a matter of its client: the connection is closed, and the others go on. */
    private void failed(Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("{}: connection to {} lost: {}", door.name(), remote(), cause.getMessage());
        } else {
            log.error("{}: closing the connection to {}", door.name(), remote(), cause);
        }
        abort();
    }

    /** Has the log tell that something was refused. */
    public void refused(RefusalKind kind) {
        connections.refusals().refused(door.name(), kind);
    }

    /** Has the log tell of a refusal if the operator should hear of it. */
    public void refused(Rejection why) {
        connections.refusals().refused(door.name(), why);
    }

    /** The next reply answers that command, of those that the door knows. */
    public void asked(String command) {
        requestTimer.asked(command);
    }

    /** Takes the next place among the replies. */
    public void open(Reply reply) {
        outgoing.open(reply);
        requestTimer.opened(reply);
    }

    /**
     * Sends something that is no reply, between the replies. A client that has left more than that unread is cut off:
     * what is pushed cannot be held back by not reading from it.
     */
    public void push(Consumer<ReplyBuffer> message, long mostUnsentBytes) {
        if (gone || ending || outgoing.push(message, mostUnsentBytes)) {
            return;
        }
        log.warn("{}: cutting off {}, which does not read what it subscribed to", door.name(), remote());
        end();
        abort();
    }

    void holds(long bytes) {
        if (!gone) {
            outgoing.holds(bytes);
        }
    }

    /** Executes nothing more until {@link #unblock}. */
    public void block(Reply by) {
        blockedBy = by;
    }

    /** The outcome of the blocking command is fixed. It may be called from within the command, and in any order. */
    public void unblock(Reply by) {
        if (blockedBy == by) {
            blockedBy = null;
            resume();
        }
    }

    /** Executes nothing more, and closes when the replies that are owed have been sent. */
    public void end() {
        ending = true;
        input.release();
    }

    /** Closes at once: what is owed cannot be answered. */
    @SuppressWarnings("FutureReturnValueIgnored")
    public void abort() {
        channel.close();
    }

    /** Ends the session for a clean stop: answers what was executed, and what is waiting with its time-out. */
    void stop() {
        stopping = true;
        end();
        outgoing.forEachParked(WaitHandle::inputEnded);
        finishIfDone();
    }

    void ready(Reply reply) {
        unblock(reply);
        if (!gone) {
            outgoing.advance();
        }
    }

    /** What a reply has to say cannot be written. */
    void cannotWrite(RuntimeException bug) {
        log.error("{}: cannot write a reply to {}", door.name(), remote(), bug);
        abort();
    }

    boolean inputEnded() {
        return inputEnded;
    }

    boolean isGone() {
        return gone;
    }

    /** Looks again whether there is something to execute or to read. */
    void resume() {
        if (running || gone) {
            return;
        }
        if (!needsInput() && mayExecute()) {
            turnSoon();
        }
        readOn();
    }

    private void turnSoon() {
        if (!turnScheduled) {
            turnScheduled = true;
            channel.eventLoop().execute(turn);
        }
    }

    private void scheduledTurn() {
        turnScheduled = false;
        try {
            run();
            readOn();
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    private void run() {
        if (running || gone) {
            return;
        }
        running = true;
        requestTimer.turnBegins();
        int executed = 0;
        while (!needsInput() && mayExecute()) {
            if (executed++ == COMMANDS_PER_TURN) {
                turnSoon();
                break;
            }
            input.advance();
        }
        running = false;
        input.trim();
        count();
        finishIfDone();
    }

    private boolean mayExecute() {
        return !ending && !gone && blockedBy == null && outgoing.hasRoom() && !connections.congested();
    }

    private void readOn() {
        if (!reading && mayRead()) {
            reading = true;
            channel.read();
        }
    }

    private boolean mayRead() {
        if (gone || inputEnded) {
            return false;
        }
        if (ending) {
            return gracefulClose != null;
        }
        if (!needsInput() && input.size() + READ_BYTES > limits.sessionInputBytes()) {
            return false;
        }
        return !outgoing.owesTooMuch() && connections.mayRead(this);
    }

    void flush() {
        if (gone) {
            return;
        }
        try {
            outgoing.flush();
            count();
            resume();
            finishIfDone();
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    private void finishIfDone() {
        tellInputEnd();
        boolean nothingMore = ending || (inputEnded && needsInput());
        if (gone || !nothingMore || gracefulClose != null || !outgoing.isAnswered()) {
            return;
        }
        ending = true;
        if (outgoing.handOver()) {
            gracefulClose = new GracefulClose(channel, stopping, inputEnded);
            gracefulClose.begin();
            readOn();
        }
    }

    private void tellInputEnd() {
        if (inputEnded && needsInput() && !ending && !gone) {
            input.tellEnd();
        }
    }

    /** Brings what this session adds to the totals up to date. */
    void count() {
        if (gone) {
            connections.memoryBudget().count(this, 0, 0, 0);
            return;
        }
        connections.memoryBudget().count(this, input.heldBytes(), outgoing.owedBytes(), outgoing.unsentBytes());
    }

    /** What it adds to the totals. */
    SessionUsage share() {
        return share;
    }

    /** Whether there is something that its client could have fetched. */
    boolean awaitsClient() {
        return outgoing.unsentBytes() > 0;
    }

    /** Whether only more input can bring it on. */
    boolean needsInput() {
        return input.isHungry();
    }

    String doorName() {
        return door.name();
    }

    @Nullable
    SocketAddress remote() {
        return channel.remoteAddress();
    }
}
