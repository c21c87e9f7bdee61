package dev.reeve.access;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who have logged in through a browser, each with a random text that the browser keeps as a cookie. It is kept in memory,
 * so a restart ends all logins. A login ends after twelve hours, with its identity, or when too many are newer. Safe from any
 * thread.
 */
public final class BrowserLogins {
    public static final long LIFETIME_SECONDS = 12 * 3600;

    static final int MOST_LOGINS = 10_000;
    private static final int SECRET_BYTES = 32;

    private record Login(Identity identity, long beganAtNanos) {}

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Login> oldestFirst = new LinkedHashMap<>();

    BrowserLogins(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Begins a login and returns its secret. */
    public synchronized String begin(Identity who) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        boolean more = !oldestFirst.isEmpty();
        while (more) {
            Map.Entry<String, Login> oldest = oldestFirst.entrySet().iterator().next();
            boolean leaves = oldestFirst.size() >= MOST_LOGINS || hasEnded(oldest.getValue());
            if (leaves) {
                oldestFirst.remove(oldest.getKey());
            }
            more = leaves && !oldestFirst.isEmpty();
        }
        oldestFirst.put(text, new Login(who, nanoTime.getAsLong()));
        return text;
    }

    private boolean hasEnded(Login login) {
        return login.identity.hasEnded()
                || nanoTime.getAsLong() - login.beganAtNanos >= TimeUnit.SECONDS.toNanos(LIFETIME_SECONDS);
    }

    /** Who has logged in with that secret; null if nobody has, or the login has ended. */
    public synchronized @Nullable Identity find(String secret) {
        Login login = oldestFirst.get(secret);
        if (login != null && hasEnded(login)) {
            oldestFirst.remove(secret);
            return null;
        }
        return login == null ? null : login.identity;
    }

    /** Ends the login. */
    public synchronized void end(String secret) {
        oldestFirst.remove(secret);
    }
}
