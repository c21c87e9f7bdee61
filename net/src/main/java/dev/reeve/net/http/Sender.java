package dev.reeve.net.http;

import dev.reeve.access.Access;
import dev.reeve.access.AuditRing;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.Caller;
import dev.reeve.access.Gate;
import dev.reeve.access.Identity;
import dev.reeve.access.Logins;
import dev.reeve.access.Right;
import dev.reeve.access.Secret;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Requests;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who sends a request: what it may do, and its login and logout by a browser. HTTP loop only, except where noted. */
public final class Sender {
    private final Exchange exchange;
    private final HttpSession connection;
    private final RequestDispatcher dispatcher;
    private HttpLogin.@Nullable Known known;

    Sender(Exchange exchange, HttpSession connection, RequestDispatcher dispatcher) {
        this.exchange = exchange;
        this.connection = connection;
        this.dispatcher = dispatcher;
    }

    void is(HttpLogin.Known somebody) {
        known = somebody;
    }

    /** The node as the sender reaches it: the given one, if clients need not say who they are. Any thread. */
    Requests requests(Requests node) {
        return known == null ? node : known.requests();
    }

    /** What the sender may see. Any thread. */
    public ReadRule readRule() {
        return requests(exchange.loopBridge().node()).readRule();
    }

    /** Whether the sender has the right for all queues. */
    public boolean mayEverywhere(Right right) {
        return known == null || Access.allowsEverywhere(known.identity(), right);
    }

    /** Throws unless the sender has the right for all queues. */
    public void requireEverywhere(Right right) throws HttpError {
        if (mayEverywhere(right)) {
            return;
        }
        Gate gate = dispatcher.gate();
        Identity who = identity();
        if (gate != null && who != null) {
            gate.noteRefusal(
                    caller(who), exchange.method() + " " + exchange.route().path(), right);
        }
        if (!exchange.hasProblems()) {
            throw HttpError.of(Rejection.NOT_ALLOWED);
        }
        throw ProblemType.NOT_ALLOWED
                .of("The right " + right.word() + " for all queues is missing")
                .about("right", right.word())
                .error();
    }

    private Caller caller(Identity who) {
        return new Caller(who, exchange.route().door(), exchange.peer().address());
    }

    /** The identity of the sender; null if clients need not say who they are. */
    public @Nullable Identity identity() {
        return known == null ? null : known.identity();
    }

    /** The name of the sender; empty if clients need not say who they are. */
    public String name() {
        return known == null ? "" : known.identity().name();
    }

    /** Whether clients have to say who they are. */
    public boolean needsLogin() {
        return dispatcher.gate() != null;
    }

    /**
     * Logs somebody in, whose browser gets a cookie. Answers on the HTTP loop.
     *
     * @param done gets null if the secret is wrong
     */
    public void login(Secret secret, Consumer<@Nullable Identity> done) {
        exchange.onLoop(() -> check(secret, done));
    }

    private void check(Secret secret, Consumer<@Nullable Identity> done) {
        InetAddress address = exchange.peer().address();
        requireGate()
                .login(
                        Route.HTTP,
                        secret,
                        address,
                        connection.executor(),
                        found -> exchange.guard(() -> {
                            if (found == null) {
                                exchange.responseHeaders()
                                        .set(HttpHeaderNames.WWW_AUTHENTICATE, HttpLogin.TOKEN_CHALLENGE);
                                done.accept(null);
                            } else {
                                loggedIn(found, address, done);
                            }
                        }));
    }

    private void loggedIn(Identity found, InetAddress address, Consumer<@Nullable Identity> done) {
        Gate gate = requireGate();
        gate.noteLogin(
                new Caller(found, Route.HTTP, address),
                connection.executor(),
                () -> exchange.guard(() -> {
                    String cookie = gate.browsers().begin(found);
                    setCookie(LoginCookie.set(cookie, connection.isTls()));
                    done.accept(found);
                }));
    }

    /** Ends the login whose cookie the request has, if it has one. */
    public void logout() {
        Gate gate = dispatcher.gate();
        String cookie = LoginCookie.read(exchange.request().headers(), connection.isTls());
        if (gate != null && cookie != null) {
            gate.browsers().end(cookie);
            setCookie(LoginCookie.clear(connection.isTls()));
        }
    }

    private void setCookie(String cookie) {
        exchange.responseHeaders().set(HttpHeaderNames.SET_COOKIE, cookie);
    }

    /** Reads or changes the auth file. Answers on the HTTP loop. */
    public <T> void withAuthFile(Logins.FileAction<T> action, Consumer<T> done, Consumer<AuthFileException> failed) {
        exchange.onLoop(() -> requireGate()
                .withFile(
                        action,
                        connection.executor(),
                        result -> exchange.guard(() -> done.accept(result)),
                        failure -> exchange.guard(() -> failed.accept(failure))));
    }

    /** Notes what the sender has changed in the audit log, then runs the task on the HTTP loop. */
    public void noteChange(String action, String target, Runnable then) {
        Identity who = identity();
        if (who == null) {
            then.run();
        } else {
            exchange.onLoop(() -> requireGate()
                    .noteChange(caller(who), action, target, connection.executor(), () -> exchange.guard(then)));
        }
    }

    private Gate requireGate() {
        return Objects.requireNonNull(dispatcher.gate(), "clients need not say who they are");
    }

    /** The last lines of the audit log before that number, the newest first; none if clients need not say who they are. */
    public List<AuditRing.Line> auditLines(long before, int limit) {
        Gate gate = dispatcher.gate();
        return gate == null ? List.of() : gate.lastLines().before(before, limit);
    }

    /**
     * The refusal of a request that does not say who sends it, or says it wrongly.
     *
     * @param hostAllowed whether the host that the request names is allowed
     */
    HttpError unauthorized(boolean hostAllowed) {
        boolean mayAsk = BrowserRule.mayAskForPassword(exchange.request().headers(), hostAllowed);
        exchange.responseHeaders()
                .set(HttpHeaderNames.WWW_AUTHENTICATE, mayAsk ? HttpLogin.CHALLENGES : HttpLogin.TOKEN_CHALLENGE);
        boolean hasSecret = exchange.request().headers().contains(HttpHeaderNames.AUTHORIZATION);
        return new HttpError(401, hasSecret ? "Wrong token or password" : "A token or a password is required");
    }
}
