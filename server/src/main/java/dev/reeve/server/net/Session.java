package dev.reeve.server.net;

import dev.reeve.engine.Rejection;
import dev.reeve.server.node.Parked;
import dev.reeve.server.tally.DoorTally;
import dev.reeve.server.tally.RequestTally;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
 * closed when the last reply is out, in the manner of {@link Farewell}.
 */
public final class Session extends ChannelInboundHandlerAdapter {
    /** Instead of the name of a command that is none of the door's. */
    public static final String UNKNOWN = DoorTally.UNKNOWN;

    static final int READ_BYTES = 32 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int COMMANDS_PER_TURN = 128;
    /** Of what is pushed while a reply waits for the client to fetch its beginning. */
    private static final int MOST_POSTPONED = 1000;

    private static final long LINGER_MILLIS = 5_000;
    /** Clients that idle in a pool do not notice that the server stops, and it should not wait for them. */
    private static final long LINGER_AT_STOP_MILLIS = 200;

    private final Channel channel;
    private final Connections connections;
    private final Protocol.Factory door;
    private final Protocol protocol;
    private final NetLimits limits;
    private final Output output;
    private final Input input = new Input();
    private final ReplyQueue replies = new ReplyQueue();
    private final Runnable turn = this::scheduledTurn;
    private final Predicate<Reply> mayWrite = this::mayWrite;
    private final Deque<Consumer<Output>> postponed = new ArrayDeque<>(0);
    private final @Nullable DoorTally tally;

    private @Nullable Farewell farewell;
    private @Nullable Reply blockedBy;
    private @Nullable RequestTally asked;
    private long turnBeganAtNanos;
    private boolean reading;
    private boolean running;
    private boolean turnScheduled;
    private boolean flushScheduled;
    private boolean starved;
    private boolean inputEnded;
    private boolean inputEndTold;
    private boolean ending;
    private boolean stopping;
    private boolean gone;
    private long countedInputBytes;
    private long countedUnsentBytes;
    private long countedWrittenBytes;
    private long progressAtNanos = System.nanoTime();

    Session(Channel channel, Connections connections, Protocol.Factory door) {
        this.channel = channel;
        this.connections = connections;
        this.door = door;
        this.limits = connections.limits();
        this.tally = connections.tally(door.name());
        this.output = new Output(channel);
        this.protocol = door.open(this);
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
            refused(Refused.CONNECTION);
        }
        if (connections.turnAway(this)) {
            output.bytes(door.tooManyConnections());
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
        starved = false;
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
            replies.forEachParked(Parked::inputEnded);
            if (farewell != null) {
                farewell.inputEnded();
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
        replies.forEachParked(Parked::cancel);
        replies.clear();
        input.release();
        output.release();
        protocol.closed();
        count();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("{}: connection to {} lost: {}", door.name(), remote(), cause.getMessage());
        } else {
            LOG.error("{}: closing the connection to {}", door.name(), remote(), cause);
        }
        abort();
    }

    /** Has the log tell that something was refused. */
    public void refused(Refused kind) {
        connections.refusals().refused(door.name(), kind);
    }

    /** Has the log tell of a refusal if the operator should hear of it. */
    public void refused(Rejection why) {
        connections.refusals().refused(door.name(), why);
    }

    /** The next reply answers that command, of those that the door knows. */
    public void asked(String command) {
        if (tally != null) {
            asked = tally.of(command);
        }
    }

    /** Takes the next place among the replies. */
    public void open(Reply reply) {
        replies.add(reply);
        if (tally != null) {
            reply.countIn(asked == null ? tally.unknown() : asked, turnBeganAtNanos);
            asked = null;
        }
    }

    /**
     * Sends something that is no reply, between the replies. A client that has left more than that unread is cut off:
     * what is pushed cannot be held back by not reading from it.
     */
    public void push(Consumer<Output> message, long mostUnsentBytes) {
        if (gone || ending) {
            return;
        }
        if (replies.isHalfWritten()) {
            postpone(message);
            return;
        }
        message.accept(output);
        if (output.unsentBytes() > mostUnsentBytes) {
            // Much may have been pushed in one turn to a client that reads well.
            output.flush();
        }
        if (output.unsentBytes() > mostUnsentBytes) {
            cutSubscriber();
        } else {
            flushSoon();
        }
    }

    private void postpone(Consumer<Output> message) {
        postponed.add(message);
        if (postponed.size() > MOST_POSTPONED) {
            cutSubscriber();
        }
    }

    private void cutSubscriber() {
        LOG.warn("{}: cutting off {}, which does not read what it subscribed to", door.name(), remote());
        end();
        abort();
    }

    void holds(long bytes) {
        if (!gone) {
            replies.holds(bytes);
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
        replies.forEachParked(Parked::inputEnded);
        finishIfDone();
    }

    void ready(Reply reply) {
        unblock(reply);
        if (gone) {
            return;
        }
        if (replies.heldBytes() > 0 && output.unsentBytes() == 0) {
            // From now on it is the client that others wait for, no longer the disk.
            progressed();
        }
        if (write()) {
            flushSoon();
        }
    }

    /** Writes the replies that there is room for; false if that was none. */
    private boolean write() {
        boolean full = replies.size() >= limits.sessionReplies();
        boolean heavy = replies.heldBytes() > Backlog.SMALL_BYTES;
        boolean any;
        try {
            any = replies.writeReady(output, mayWrite, tally == null ? 0 : connections.writingSinceNanos());
        } catch (RuntimeException bug) {
            // The caller has other sessions to answer.
            LOG.error("{}: cannot write a reply to {}", door.name(), remote(), bug);
            abort();
            return false;
        }
        if (!postponed.isEmpty() && !replies.isHalfWritten()) {
            postponed.forEach(message -> message.accept(output));
            postponed.clear();
        }
        if (heavy) {
            // Others may be about to write as much before this is flushed.
            count();
        }
        if (full) {
            resume();
        }
        return any;
    }

    private boolean mayWrite(Reply next) {
        if (next.heldBytes() > Backlog.SMALL_BYTES) {
            // The parts before it in this turn are not counted yet.
            count();
        }
        return output.unsentBytes() <= limits.sessionUnsentBytes()
                && connections.backlog().mayWrite(this, next.heldBytes());
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
        if (!hungry() && mayExecute()) {
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
        run();
        readOn();
    }

    private void run() {
        if (running || gone) {
            return;
        }
        running = true;
        turnBeganAtNanos = tally == null ? 0 : System.nanoTime();
        int executed = 0;
        while (!hungry() && mayExecute()) {
            if (executed++ == COMMANDS_PER_TURN) {
                turnSoon();
                break;
            }
            starved = !protocol.advance(input.buffer());
        }
        running = false;
        input.trim();
        count();
        finishIfDone();
    }

    private boolean mayExecute() {
        return !ending
                && !gone
                && blockedBy == null
                && replies.size() < limits.sessionReplies()
                && owedBytes() <= limits.sessionUnsentBytes()
                && !connections.congested();
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
            return farewell != null;
        }
        if (!hungry() && input.size() + READ_BYTES > limits.sessionInputBytes()) {
            return false;
        }
        return owedBytes() <= limits.sessionUnsentBytes() && connections.mayRead(this);
    }

    /** What the client has not been sent, and what waits to be written. */
    private long owedBytes() {
        return output.unsentBytes() + replies.heldBytes();
    }

    private void flushSoon() {
        if (!flushScheduled) {
            flushScheduled = true;
            connections.flushLater(this);
        }
    }

    void flush() {
        flushScheduled = false;
        if (gone) {
            return;
        }
        output.flush();
        while (replies.hasReady() && write()) {
            output.flush();
        }
        count();
        resume();
        finishIfDone();
    }

    private void finishIfDone() {
        tellInputEnd();
        boolean nothingMore = ending || (inputEnded && hungry());
        if (gone || !nothingMore || farewell != null || !replies.isEmpty()) {
            return;
        }
        ending = true;
        output.flush();
        if (output.allHandedOver()) {
            farewell = new Farewell(channel, stopping ? LINGER_AT_STOP_MILLIS : LINGER_MILLIS, inputEnded);
            farewell.begin();
            readOn();
        }
    }

    private void tellInputEnd() {
        if (inputEnded && hungry() && !ending && !gone && !inputEndTold) {
            inputEndTold = true;
            protocol.inputEnded();
        }
    }

    /** Brings what this session adds to the totals up to date. */
    void count() {
        long held = gone ? 0 : input.heldBytes() + protocol.heldBytes();
        long unsent = gone ? 0 : owedBytes();
        long written = gone ? 0 : output.unsentBytes();
        connections
                .backlog()
                .count(this, held - countedInputBytes, unsent - countedUnsentBytes, written - countedWrittenBytes);
        countedInputBytes = held;
        countedUnsentBytes = unsent;
        countedWrittenBytes = written;
    }

    /** Whether it is one of the door's connections. */
    void counted(boolean open) {
        if (tally != null && open) {
            tally.connected();
        } else if (tally != null) {
            tally.disconnected();
        }
    }

    long heldInputBytes() {
        return countedInputBytes;
    }

    long unsentBytes() {
        return countedUnsentBytes;
    }

    /** Whether there is something that its client could have fetched. */
    boolean awaitsClient() {
        return output.unsentBytes() > 0;
    }

    /** Whether only more input can bring it on. */
    boolean hungry() {
        return starved || input.isEmpty();
    }

    void progressed() {
        progressAtNanos = System.nanoTime();
    }

    /** When its client last took something of what it is sent. */
    long progressAtNanos() {
        return progressAtNanos;
    }

    String doorName() {
        return door.name();
    }

    @Nullable
    SocketAddress remote() {
        return channel.remoteAddress();
    }
}
