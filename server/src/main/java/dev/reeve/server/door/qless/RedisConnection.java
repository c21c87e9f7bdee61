package dev.reeve.server.door.qless;

import dev.reeve.server.net.RefusalKind;
import dev.reeve.server.net.Reply;
import dev.reeve.server.net.Session;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's conversation: what it has said so far that decides what its next request means. */
final class RedisConnection {
    private final QlessDoor door;
    private final Session session;
    private final long id;
    private final Subscriptions subscriptions;
    private final Consumer<String> called = this::called;
    private String name = "";
    private RespVersion version = RespVersion.RESP2;
    private RespVersion pushVersion = RespVersion.RESP2;
    private @Nullable Transaction transaction;
    private @Nullable Long watchedSince;
    private long ownChanges;
    private String command = Session.UNKNOWN;

    RedisConnection(QlessDoor door, Session session) {
        this.door = door;
        this.session = session;
        this.id = door.nextClientId();
        this.subscriptions = new Subscriptions(door.broker(), this);
    }

    /** Carries the request out, or says why not. */
    void execute(List<byte[]> words) {
        RedisCommand found = RedisCommands.find(words.get(0));
        called(found == null ? Session.UNKNOWN : found.name());
        if (found == null) {
            refuse(RefusalKind.UNKNOWN, RedisErrors.unknownCommand(words));
        } else if (!found.takes(words.size())) {
            refuse(RefusalKind.MALFORMED, RedisErrors.wrongArguments(found.name()));
        } else if (isListener() && !found.whileSubscribed()) {
            refuse(RefusalKind.MALFORMED, RedisErrors.notWhileSubscribed(found.name()));
        } else if (found.action() instanceof RedisCommand.Control control) {
            control.run(this, words);
        } else if (found.action() instanceof RedisCommand.Outside outside) {
            runOutside(outside, words);
        } else if (found.action() instanceof RedisCommand.Plain plain) {
            runOrQueue(plain, words);
        }
    }

    /** Replies from now on answer that command or call, of those that there are. */
    void called(String known) {
        command = known;
    }

    /** The same, for those who are to find out. */
    Consumer<String> called() {
        return called;
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

    private void runOrQueue(RedisCommand.Plain plain, List<byte[]> words) {
        if (transaction == null) {
            start(plain.parse(this, words));
        } else if (transaction.add(plain, words)) {
            answer(new Resp.Simple("QUEUED"));
        } else {
            refuse(RefusalKind.TOO_LARGE, RedisErrors.error("ERR the transaction is too big"));
        }
    }

    /** Says no; a transaction cannot be executed after that. */
    private void refuse(RefusalKind kind, Resp error) {
        session.refused(kind);
        if (transaction != null) {
            transaction.spoil();
        }
        answer(error);
    }

    /** Has the node do what was asked for, and its outcome answered. */
    void start(CallPlan parsed) {
        if (parsed instanceof CallPlan.Write<?> write) {
            submit(write);
        } else if (parsed instanceof CallPlan.Read<?> read) {
            ask(read);
        } else if (parsed instanceof CallPlan.Answered answered) {
            answer(answered.reply());
        } else if (parsed instanceof CallPlan.Refused refused) {
            // That a script has to be sent is part of the usual conversation.
            if (refused.error() != RedisErrors.NO_SCRIPT) {
                session.refused(RefusalKind.MALFORMED);
            }
            answer(refused.error());
        }
    }

    private <R> void submit(CallPlan.Write<R> write) {
        NodeReply<R> reply = new NodeReply<>(session, version, write::inWords);
        open(reply);
        long before = door.node().changes();
        door.node().submit(write.command(), reply);
        if (door.node().changes() != before) {
            ownChanges++;
        }
    }

    private <R> void ask(CallPlan.Read<R> read) {
        NodeReply<R> reply = new NodeReply<>(session, version, outcome -> read.inWords(outcome.reply()));
        open(reply);
        door.node().ask(read.query(), reply);
    }

    void answer(Resp reply) {
        answer(reply, () -> {});
    }

    /** Answers, and does something when all earlier replies and this one are on their way. */
    void answer(Resp reply, Runnable whenWritten) {
        ImmediateReply known = new ImmediateReply(session, version, reply, whenWritten);
        open(known);
        known.send();
    }

    /** Sends an event; a client that does not read is cut off. */
    void push(Resp event) {
        session.push(out -> pushVersion.write(event, out), door.settings().subscriberUnsentBytes());
    }

    /** Whether the client listens in the old way, where all that comes is taken for an event. */
    boolean isListener() {
        return version == RespVersion.RESP2 && subscriptions.count() > 0;
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

    /** Speaks that version from now on; the returned task does so for events. */
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
            watchedSince = othersChanges();
        }
    }

    void unwatch() {
        watchedSince = null;
    }

    /** Whether somebody else has changed something since this client began to watch. */
    boolean disturbed() {
        return watchedSince != null && watchedSince != othersChanges();
    }

    private long othersChanges() {
        return door.node().changes() - ownChanges;
    }

    long heldBytes() {
        return transaction == null ? 0 : transaction.heldBytes();
    }

    void gone() {
        subscriptions.clear().run();
        transaction = null;
    }
}
