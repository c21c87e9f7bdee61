package dev.reeve.net;

import dev.reeve.access.Access;
import dev.reeve.access.Caller;
import dev.reeve.access.Gate;
import dev.reeve.access.Identity;
import dev.reeve.access.Right;
import dev.reeve.access.Secret;
import dev.reeve.engine.Done;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Requests;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who uses a connection, on a server whose clients have to say who they are. Until then the node refuses everything. When the
 * identity ends, because its entry in the auth file is gone or has expired, the connection is closed. Loop only.
 */
public final class Login {
    /** The most bytes that a client may send before it is known. */
    static final long MOST_BYTES = 4 * 1024;
    /** The most time that a client may take until it is known. */
    static final long MOST_SECONDS = 10;

    private final Gate gate;
    private final String door;
    private final InetAddress address;
    private final Executor loop;
    private final Consumer<Requests> changed;
    private final Runnable identityEnded;
    private Requests requests;
    private @Nullable String subject;
    private @Nullable Identity identity;
    private boolean pending;
    private boolean closed;

    /**
     * Creates the login of a connection.
     *
     * @param changed is told the node as the client reaches it, when that changes
     * @param abort closes the connection
     */
    Login(Gate gate, String door, InetAddress address, Executor loop, Consumer<Requests> changed, Runnable abort) {
        this.gate = gate;
        this.door = door;
        this.address = address;
        this.loop = loop;
        this.changed = changed;
        this.identityEnded = () -> loop.execute(abort);
        this.requests = gate.closed(door, address);
    }

    /** The client's address; an address of nobody if the client has gone already. */
    public static InetAddress address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : new InetSocketAddress(0).getAddress();
    }

    /** The client may be known by its certificate or by its address, if the auth file says so. */
    void begin(Peer peer) {
        subject = peer.certificateSubject();
        begin();
    }

    private void begin() {
        Identity known = gate.known(subject, address, door);
        if (known != null) {
            become(known);
        }
    }

    /** Whether the client is known. */
    public boolean isDone() {
        return identity != null;
    }

    /** The name of the client; null if it is not known. */
    @Nullable
    String identityName() {
        return identity == null ? null : identity.name();
    }

    /** Whether a secret is being checked. */
    boolean isPending() {
        return pending;
    }

    Requests requests() {
        return requests;
    }

    public boolean allowsSomewhere(Right right) {
        return identity != null && Access.allowsSomewhere(identity, right);
    }

    public boolean allowsEverywhere(Right right) {
        return identity != null && Access.allowsEverywhere(identity, right);
    }

    /** Notes that something was refused that is not a request to the node. */
    public void noteRefusal(String action, Right right) {
        if (identity != null) {
            gate.noteRefusal(new Caller(identity, door, address), action, right);
        }
    }

    /** Checks the secret of a command, which blocks its session meanwhile. A wrong secret is a refusal of the command. */
    public void attempt(Secret secret, CommandReply<Done> command) {
        command.session().block(command);
        attempt(secret, known -> {
            if (known) {
                command.reply(Done.DONE);
            } else {
                command.refused(Rejection.NOT_ALLOWED);
            }
        });
    }

    /**
     * Checks a secret, and calls back once, now or later, with whether it was right. The session must not execute commands
     * meanwhile. A wrong secret leaves the client as known as it was.
     */
    public void attempt(Secret secret, Consumer<Boolean> done) {
        pending = true;
        gate.login(door, secret, address, loop, found -> {
            if (found == null) {
                end(null, done);
            } else {
                gate.noteLogin(new Caller(found, door, address), loop, () -> end(found, done));
            }
        });
    }

    private void end(@Nullable Identity found, Consumer<Boolean> done) {
        pending = false;
        if (closed) {
            return;
        }
        if (found != null) {
            become(found);
        }
        done.accept(found != null);
    }

    /** The client is as unknown as it was when it connected. */
    public void reset() {
        forget();
        reaches(gate.closed(door, address));
        begin();
    }

    private void become(Identity known) {
        forget();
        identity = known;
        reaches(gate.open(new Caller(known, door, address)));
        known.whenEnded(identityEnded);
    }

    private void reaches(Requests node) {
        requests = node;
        changed.accept(node);
    }

    private void forget() {
        if (identity != null) {
            identity.forget(identityEnded);
            identity = null;
        }
    }

    void close() {
        closed = true;
        forget();
    }
}
