package dev.reeve.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks passwords on a thread of its own, because a check takes a while on purpose. A password that was right is remembered for
 * five minutes, as a keyed hash whose key is new in every process. Unknown users take as long as known ones. The number of
 * waiting checks is limited; one too many fails. Safe from any thread.
 */
final class PasswordChecks implements AutoCloseable {
    private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int MOST_REMEMBERED = 1_000;
    private static final int MOST_WAITING = 32;
    private static final String MAC = "HmacSHA256";

    private record Remembered(Identity identity, long untilNanos) {}

    private final Identities identities;
    private final LongSupplier nanoClock;
    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Remembered> remembered = new LinkedHashMap<>();
    private final ThreadPoolExecutor thread;

    PasswordChecks(Identities identities, LongSupplier nanoClock) {
        this.identities = identities;
        this.nanoClock = nanoClock;
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, MAC);
        this.thread =
                new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread named = new Thread(task, "passwords");
                    named.setDaemon(true);
                    return named;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /** The identity of a name and password that were right within the last minutes; null if they are to be checked. */
    @Nullable
    Identity remembered(String name, String password) {
        String digest = digest(name, password);
        synchronized (remembered) {
            Remembered found = remembered.get(digest);
            if (found == null) {
                return null;
            }
            if (found.identity.hasEnded() || found.untilNanos - nanoClock.getAsLong() < 0) {
                remembered.remove(digest);
                return null;
            }
            return found.identity;
        }
    }

    /** Calls back with the user's identity, or with null if name or password is wrong; on any thread. */
    void check(String name, String password, Consumer<@Nullable Identity> done) {
        try {
            thread.execute(() -> done.accept(check(name, password)));
        } catch (RejectedExecutionException e) {
            done.accept(null);
        }
    }

    private @Nullable Identity check(String name, String password) {
        Identities.User user = identities.user(name);
        PasswordHash hash = user == null ? PasswordHash.impossible(identities.iterations(), random) : user.password();
        boolean matches = hash.matches(password.toCharArray());
        if (user == null || !matches) {
            return null;
        }
        remember(digest(name, password), user.identity());
        return user.identity();
    }

    private void remember(String digest, Identity identity) {
        synchronized (remembered) {
            remembered.remove(digest);
            remembered.put(digest, new Remembered(identity, nanoClock.getAsLong() + REMEMBERED_NANOS));
            if (remembered.size() > MOST_REMEMBERED) {
                remembered.remove(remembered.keySet().iterator().next());
            }
        }
    }

    private String digest(String name, String password) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key);
            mac.update(name.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return HexFormat.of().formatHex(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
