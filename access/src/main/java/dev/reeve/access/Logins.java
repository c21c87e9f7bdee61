package dev.reeve.access;

import java.net.InetAddress;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells who somebody is. It follows the auth file: the file is looked at every second, and if it cannot be used the entries before
 * stay in use. Tries of an address with many failed tries wait, and the number of waiting tries is limited. Safe from any
 * thread.
 */
public final class Logins implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Logins.class);
    private static final long LOOK_MILLIS = 1_000;
    private static final int MOST_WAITING = 1_000;

    /** Is told of every try that failed. */
    public interface FailureListener {
        /**
         * Called on any thread.
         *
         * @param name the name of the user, or the public part of the token; null if neither was sent
         */
        void failed(String door, InetAddress from, @Nullable String name);
    }

    private final AuthFile file;
    private final Identities identities;
    private final LongSupplier nanoClock;
    private final FailedTries tries;
    private final PasswordChecks passwords;
    private final ScheduledExecutorService thread;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();
    private volatile FailureListener listener = (door, from, name) -> {};
    private String text;
    private String complaint = "";

    /** Reads the file, and follows it from then on. */
    public static Logins follow(AuthFile file) throws AuthFileException {
        Logins logins = new Logins(file, Clock.systemUTC(), System::nanoTime);
        logins.thread.scheduleWithFixedDelay(logins::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return logins;
    }

    /** Reads the file; {@link #look} is called by the test. */
    Logins(AuthFile file, Clock clock, LongSupplier nanoClock) throws AuthFileException {
        this.file = file;
        this.identities = new Identities(clock::instant);
        this.nanoClock = nanoClock;
        this.tries = new FailedTries(nanoClock);
        this.passwords = new PasswordChecks(identities, nanoClock);
        this.text = file.readText();
        identities.replace(file.parse(text));
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread named = new Thread(task, "auth-file");
            named.setDaemon(true);
            return named;
        });
    }

    /** Sets who is told of failed tries. Called before the doors open. */
    public void onFailure(FailureListener told) {
        listener = told;
    }

    /** The users whom a proxy names. */
    public ProxyUsers throughProxies(ProxyUsers.Rule rule) {
        return new ProxyUsers(rule, identities::named, nanoClock);
    }

    /** Tells the listener of a user whom a proxy names and nobody knows. Those of a proxy share its address, so nobody is slowed. */
    void unknownThroughProxy(String door, InetAddress from, @Nullable String name) {
        refused.incrementAndGet();
        listener.failed(door, from, name);
    }

    /** Reads the file again if it has changed, and ends what has expired. */
    void look() {
        try {
            String now = file.readText();
            if (!now.equals(text)) {
                identities.replace(file.parse(now));
                text = now;
                log.info("{}: read again", file.path());
            }
            complaint = "";
        } catch (AuthFileException e) {
            complain(e.getMessage());
        } catch (RuntimeException bug) {
            log.error("{}: could not be read again", file.path(), bug);
        }
        identities.endExpired();
    }

    /** Reads or changes the auth file. */
    public interface FileAction<T> {
        T of(AuthFile file) throws AuthFileException;
    }

    /** Runs the action on the thread that follows the file, and reads the file again. */
    <T> void withFile(FileAction<T> action, Executor answerOn, Consumer<T> done, Consumer<AuthFileException> failed) {
        later(0, () -> {
            try {
                T result = action.of(file);
                look();
                answerOn.execute(() -> done.accept(result));
            } catch (AuthFileException e) {
                answerOn.execute(() -> failed.accept(e));
            }
        });
    }

    /** Says once what is wrong with the file. */
    private void complain(String why) {
        if (!why.equals(complaint)) {
            complaint = why;
            log.error("{}; the entries that were read before stay in use", why);
        }
    }

    /**
     * Checks a secret. Where the answer is known at once, {@code done} is called in this call, else later on the executor.
     *
     * @param done gets null if the secret is wrong
     */
    public void check(
            String door, Secret secret, InetAddress from, Executor answerOn, Consumer<@Nullable Identity> done) {
        long waitMillis = tries.waitMillis(from);
        if (waitMillis == 0) {
            checkNow(door, secret, from, answerOn, done);
        } else if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            failed(door, secret, from);
            done.accept(null);
        } else {
            later(
                    waitMillis,
                    () -> answerOn.execute(() -> {
                        waiting.decrementAndGet();
                        checkNow(door, secret, from, answerOn, done);
                    }));
        }
    }

    private void later(long millis, Runnable task) {
        try {
            thread.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("a login was not checked because the server stops");
        }
    }

    private void checkNow(
            String door, Secret secret, InetAddress from, Executor answerOn, Consumer<@Nullable Identity> done) {
        TokenText token = secret.isTooLong() ? null : TokenText.parse(secret.text());
        String name = secret.name();
        if (token != null) {
            done.accept(checked(door, secret, from, identities.token(token)));
        } else if (name == null || secret.isTooLong()) {
            done.accept(checked(door, secret, from, null));
        } else {
            Identity known = passwords.remembered(name, secret.text());
            if (known != null) {
                done.accept(known);
            } else {
                passwords.check(name, secret.text(), found -> {
                    Identity identity = checked(door, secret, from, found);
                    answerOn.execute(() -> done.accept(identity));
                });
            }
        }
    }

    private @Nullable Identity checked(String door, Secret secret, InetAddress from, @Nullable Identity identity) {
        if (identity == null) {
            failed(door, secret, from);
        }
        return identity;
    }

    private void failed(String door, Secret secret, InetAddress from) {
        refused.incrementAndGet();
        TokenText token = TokenText.parse(secret.text());
        String name = token != null ? "token " + token.id() : secret.name();
        if (tries.failed(from)) {
            log.warn("{}: failed login from {}, whose tries wait a second each", door, from.getHostAddress());
        }
        listener.failed(door, from, name);
    }

    /** How many tries have failed since the start. */
    public long refused() {
        return refused.get();
    }

    /** The identity of a certificate whose chain has been verified; null if there is none. */
    public @Nullable Identity certificate(X500Principal subject) {
        return identities.certificate(subject);
    }

    /** The identity of a client by its address, on a door whose clients cannot say who they are; null if there is none. */
    public @Nullable Identity network(InetAddress from, String door) {
        return identities.network(from, door);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        passwords.close();
    }
}
