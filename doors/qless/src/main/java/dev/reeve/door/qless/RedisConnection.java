package dev.reeve.door.qless;

import dev.reeve.access.Secret;
import dev.reeve.engine.Command;
import dev.reeve.engine.Rejection;
import dev.reeve.net.Login;
import dev.reeve.net.Protocol;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.Reply;
import dev.reeve.net.Session;
import dev.reeve.node.Clock;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One client connection: protocol version, form of its calls, transaction, watch, subscriptions and name. It decodes requests
 * and executes them; a malformed request closes it.
 */
final class RedisConnection implements Protocol {
    /** All clients wait while the words of one request are looked at. */
    private static final int MOST_WORDS = 10_000;

    /** The commands of a client that has not said who it is. */
    private static final Set<String> BEFORE_LOGIN = Set.of("auth", "hello", "quit", "reset", "post", "host:");

    private final QlessDoor door;
    private final Session session;
    private final RequestDecoder decoder;
    private final long id;
    private final Subscriptions subscriptions;
    private final Consumer<String> countAs = this::countAs;
    private Requests node;
    private String name = "";
    private RespVersion version = RespVersion.RESP2;
    private RespVersion pushVersion = RespVersion.RESP2;
    private @Nullable Transaction transaction;
    private @Nullable Long watchedSince;
    private long ownChanges;
    private String command = Session.UNKNOWN;
    private @Nullable CallingConvention convention;

    RedisConnection(QlessDoor door, Session session) {
        this.door = door;
        this.session = session;
        this.decoder = new RequestDecoder(
                door.settings().longestWordBytes(), door.settings().mostRequestBytes());
        this.node = door.node(session);
        this.id = door.nextClientId();
        this.subscriptions = new Subscriptions(door.broker(), this);
    }

    @Override
    public boolean advance(ByteBuf input) {
        List<byte[]> request;
        try {
            request = decoder.next(input);
        } catch (MalformedRequest malformed) {
            session.refused(malformed.isTooLarge() ? RefusalKind.TOO_LARGE : RefusalKind.MALFORMED);
            answer(malformed.reply());
            session.end();
            return true;
        }
        if (request != null && !request.isEmpty()) {
            execute(request);
            session.keptBytes(transaction == null ? 0 : transaction.heldBytes());
        }
        return request != null;
    }

    /** Executes a request, or replies with an error. */
    private void execute(List<byte[]> words) {
        RedisCommand found = RedisCommands.find(words.get(0));
        countAs(found == null ? Session.UNKNOWN : found.name());
        if (found == null) {
            refuse(RefusalKind.UNKNOWN, RedisErrors.unknownCommand(words));
        } else if (!found.takes(words.size())) {
            refuse(RefusalKind.MALFORMED, RedisErrors.wrongArguments(found.name()));
        } else if (words.size() > MOST_WORDS) {
            refuse(RefusalKind.TOO_LARGE, RedisErrors.error("ERR too many arguments, the limit is " + MOST_WORDS));
        } else if (isUnknownClient() && !BEFORE_LOGIN.contains(found.name())) {
            refuse(RefusalKind.MALFORMED, RedisErrors.NO_LOGIN);
        } else if (isResp2Subscriber() && !found.whileSubscribed()) {
            refuse(RefusalKind.MALFORMED, RedisErrors.notWhileSubscribed(found.name()));
        } else if (found.action() instanceof RedisCommand.Control control) {
            control.run(this, words);
        } else if (found.action() instanceof RedisCommand.Outside outside) {
            runOutside(outside, words);
        } else if (found.action() instanceof RedisCommand.Plain plain) {
            runOrQueue(plain, words);
        }
    }

    /** Whether the client still has to say who it is. */
    private boolean isUnknownClient() {
        Login login = session.login();
        return login != null && !login.isDone();
    }

    /** Sets the name under which the next replies are counted. It must be a known command or call. */
    void countAs(String known) {
        command = known;
    }

    /** {@link #countAs(String)} as a callback, for the parser of calls. */
    Consumer<String> countAs() {
        return countAs;
    }

    /** Notes the form of a call that the client sends. */
    void calls(CallingConvention form) {
        convention = form;
        door.lastConvention(form);
    }

    /** The form of the client's last call or, before its first one, of the last call of any client. */
    CallingConvention convention() {
        return convention == null ? door.lastConvention() : convention;
    }

    private void open(Reply reply) {
        session.countNextReplyAs(command);
        session.open(reply);
    }

    private void runOutside(RedisCommand.Outside outside, List<byte[]> words) {
        if (transaction != null) {
            refuse(RefusalKind.MALFORMED, RedisErrors.error("ERR Command not allowed inside a transaction"));
        } else {
            outside.run(this, words);
        }
    }

    void runOrQueue(RedisCommand.Plain plain, List<byte[]> words) {
        if (transaction == null) {
            start(plain.parse(this, words));
        } else if (transaction.add(plain, words)) {
            answer(new Resp.Simple("QUEUED"));
        } else {
            refuse(RefusalKind.TOO_LARGE, RedisErrors.error("ERR the transaction is too big"));
        }
    }

    /** Replies with an error. It aborts an open transaction. */
    void refuse(RefusalKind kind, Resp error) {
        session.refused(kind);
        if (transaction != null) {
            transaction.abort();
        }
        answer(error);
    }

    /** Submits the command or query to the node, or sends the immediate reply. */
    void start(CallPlan parsed) {
        if (parsed instanceof CallPlan.Write<?> write) {
            submit(write);
        } else if (parsed instanceof CallPlan.Read<?> read) {
            ask(read);
        } else if (parsed instanceof CallPlan.LongRead<?> read) {
            askInSteps(read);
        } else if (parsed instanceof CallPlan.Repeated repeated) {
            repeat(repeated);
        } else if (parsed instanceof CallPlan.Answered answered) {
            if (answered.refused()) {
                session.refused(RefusalKind.MALFORMED);
            }
            answer(answered.reply());
        }
    }

    private <R> void submit(CallPlan.Write<R> write) {
        NodeReply<R> reply = new NodeReply<>(session, version, write);
        open(reply);
        submit(write.command(), reply);
    }

    /** Submits a command that is not a change by others. */
    <R> void submit(Command<R> command, Completion<R> done) {
        long before = node.changes();
        node.submit(command, done);
        if (node.changes() != before) {
            ownChanges++;
        }
    }

    private void repeat(CallPlan.Repeated repeated) {
        NodeReply<Integer> reply = new NodeReply<>(session, version, repeated.first());
        open(reply);
        new Repetition(this, repeated, reply).start();
    }

    private <R> void askInSteps(CallPlan.LongRead<R> read) {
        NodeReply<R> reply = new NodeReply<>(session, version, read);
        open(reply);
        if (read.before() != null) {
            submitFirst(read.before());
        }
        AbandonableQuery<R> query = new AbandonableQuery<>(read.query().get());
        node.askInSteps(query, reply);
        reply.block(query);
    }

    private <R> void submitFirst(Command<R> command) {
        submit(command, new Completion<>() {
            @Override
            public void reply(R value) {}

            @Override
            public void refused(Rejection why) {}

            @Override
            public void outcomeUnknown() {}
        });
    }

    private <R> void ask(CallPlan.Read<R> read) {
        NodeReply<R> reply = new NodeReply<>(session, version, read);
        open(reply);
        node.ask(read.query(), reply);
    }

    Clock clock() {
        return node.clock();
    }

    @Override
    public void reaches(Requests other) {
        node = other;
    }

    /**
     * Checks a secret, answers what comes of it, and executes no other command meanwhile.
     *
     * @param accepted the reply to a right secret, made when it is known to be right
     */
    void logIn(Login login, Secret secret, Supplier<Resp> accepted, Runnable whenWritten) {
        LoginReply reply = new LoginReply(session, this::version, whenWritten);
        open(reply);
        session.block(reply);
        login.attempt(secret, known -> reply.send(known ? accepted.get() : RedisErrors.WRONG_SECRET));
    }

    void answer(Resp reply) {
        answer(reply, () -> {});
    }

    /** Sends a reply and runs a callback when this reply and all earlier ones have been written. */
    void answer(Resp reply, Runnable whenWritten) {
        ImmediateReply known = new ImmediateReply(session, version, reply, whenWritten);
        open(known);
        known.send();
    }

    /** Sends an event. A client with too many unsent bytes is disconnected. */
    void push(Resp event) {
        session.push(out -> pushVersion.write(event, out), door.settings().subscriberUnsentBytes());
    }

    /** Whether the client has subscriptions and speaks RESP2, in which replies and events look alike. */
    boolean isResp2Subscriber() {
        return version == RespVersion.RESP2 && subscriptions.count() > 0;
    }

    @Override
    public boolean awaitsPushes() {
        return subscriptions.count() > 0;
    }

    QlessDoor door() {
        return door;
    }

    Session session() {
        return session;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    void name(String given) {
        name = given;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    RespVersion version() {
        return version;
    }

    /** Switches replies to this version; the returned task switches events. */
    Runnable version(RespVersion chosen) {
        version = chosen;
        return () -> pushVersion = chosen;
    }

    @Nullable
    Transaction transaction() {
        return transaction;
    }

    void transaction(@Nullable Transaction begun) {
        transaction = begun;
    }

    void watch() {
        if (watchedSince == null) {
            watchedSince = changesByOthers();
        }
    }

    void unwatch() {
        watchedSince = null;
    }

    /** Whether another client has changed any data since WATCH. */
    boolean isWatchBroken() {
        return watchedSince != null && watchedSince != changesByOthers();
    }

    private long changesByOthers() {
        return node.changes() - ownChanges;
    }

    @Override
    public long heldBytes() {
        return decoder.heldBytes();
    }

    @Override
    public void closed() {
        subscriptions.clear().run();
        transaction = null;
    }
}
