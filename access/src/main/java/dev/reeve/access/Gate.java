package dev.reeve.access;

import dev.reeve.engine.EngineView;
import dev.reeve.node.Requests;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** What stands between the doors and the node when there is an auth file: who comes in, and what each may reach. */
public final class Gate {
    /** Nobody has a right. */
    private static final Identity NOBODY =
            new Identity(Identity.Kind.NETWORK, "nobody", Role.VIEWER, QueuePatterns.ALL);

    static {
        NOBODY.end();
    }

    private final Logins logins;
    private final Requests node;
    private final Supplier<EngineView> current;
    private final Audit audit;
    private final @Nullable ProxyUsers throughProxies;
    private final BrowserLogins browsers = new BrowserLogins(System::nanoTime);

    /**
     * Creates the gate.
     *
     * @param throughProxies the users whom a proxy names; null if no proxy is believed
     * @param current the current state of the engine; asked on the loop of the node only
     */
    public Gate(
            Logins logins,
            @Nullable ProxyUsers throughProxies,
            Requests node,
            Supplier<EngineView> current,
            Audit audit) {
        this.logins = logins;
        this.throughProxies = throughProxies;
        this.node = node;
        this.current = current;
        this.audit = audit;
        logins.onFailure((door, from, name) -> audit.write(AuditLine.failedLogin(door, from, name), () -> {}));
    }

    /** The node as somebody reaches it who has not said who it is: everything is refused. */
    public Requests closed(String door, InetAddress address) {
        return new GuardedRequests(node, current, new Caller(NOBODY, door, address), Audit.NONE);
    }

    public Requests open(Caller caller) {
        return new GuardedRequests(node, current, caller, audit);
    }

    /**
     * Checks a secret; see {@link Logins#check}.
     *
     * @param done gets null if the secret is wrong
     */
    public void login(
            String door, Secret secret, InetAddress from, Executor answerOn, Consumer<@Nullable Identity> done) {
        logins.check(door, secret, from, answerOn, done);
    }

    /** The users whom the sender of a request may name; null if no proxy is at that address. */
    public @Nullable ProxyUsers throughProxy(InetAddress from) {
        return throughProxies != null && throughProxies.isProxy(from) ? throughProxies : null;
    }

    /** Notes that a proxy has named somebody whom nobody knows. */
    public void noteUnknown(String door, InetAddress from, String name) {
        logins.unknownThroughProxy(door, from, AuthFileReader.NAME.matcher(name).matches() ? name : null);
    }

    /** Those who have logged in through a browser. */
    public BrowserLogins browsers() {
        return browsers;
    }

    /**
     * Reads or changes the auth file on a thread of its own. A change counts when {@code done} is called.
     *
     * @param failed gets what is wrong with the file
     */
    public <T> void withFile(
            Logins.FileAction<T> action, Executor answerOn, Consumer<T> done, Consumer<AuthFileException> failed) {
        logins.withFile(action, answerOn, done, failed);
    }

    /** Notes a change of something that is no job or queue, then runs the task on the executor. */
    public void noteChange(Caller caller, String action, String target, Executor answerOn, Runnable then) {
        audit.write(AuditLine.change(caller, action, target), () -> answerOn.execute(then));
    }

    /** The last lines of the audit log. */
    public AuditRing lastLines() {
        return audit.last();
    }

    /** Notes a login in the audit log, then runs the task on the executor. */
    public void noteLogin(Caller caller, Executor answerOn, Runnable then) {
        audit.write(AuditLine.login(caller), () -> answerOn.execute(then));
    }

    /** Notes a refusal of something that is not a request to the node. */
    public void noteRefusal(Caller caller, String action, Right right) {
        audit.write(AuditLine.refused(caller, action, List.of(), right), () -> {});
    }

    /**
     * Who a client is without saying so: the identity of its certificate, else that of its network; null if it has none.
     *
     * @param subject the subject of the client's verified certificate, as in RFC 2253; null if it has none
     */
    public @Nullable Identity known(@Nullable String subject, InetAddress from, String door) {
        Identity certified = subject == null ? null : logins.certificate(new X500Principal(subject));
        return certified != null ? certified : logins.network(from, door);
    }
}
