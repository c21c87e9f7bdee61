package dev.reeve.access;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The people whom a proxy has logged in and names in a header of their requests. The header counts only if a proxy sent it. Somebody
 * without an entry in the auth file has the default role, in every queue, if there is one. Safe from any thread.
 */
public final class ProxyUsers {
    /**
     * Which proxies are believed.
     *
     * @param header the header that names the user
     * @param networks the addresses of the proxies
     * @param defaultRole of users without an entry in the auth file; null if they are not known
     */
    public record Rule(
            String header,
            List<NetworkRange> networks,
            @Nullable Role defaultRole) {}

    /** The users of the auth file. */
    @FunctionalInterface
    interface EnteredUsers {
        @Nullable
        Identity named(String name);
    }

    static final int MOST_SEEN = 10_000;
    private static final long SEEN_NANOS = TimeUnit.SECONDS.toNanos(BrowserLogins.LIFETIME_SECONDS);

    private record Seen(Identity identity, long sinceNanos) {}

    private final Rule rule;
    private final EnteredUsers users;
    private final LongSupplier nanoClock;
    private final Map<String, Seen> oldestFirst = new LinkedHashMap<>();

    ProxyUsers(Rule rule, EnteredUsers users, LongSupplier nanoClock) {
        this.rule = rule;
        this.users = users;
        this.nanoClock = nanoClock;
    }

    /** The header in which a proxy names the user. */
    public String header() {
        return rule.header();
    }

    /** Whether a proxy is at that address. */
    public boolean isProxy(InetAddress address) {
        return rule.networks().stream().anyMatch(range -> range.contains(address));
    }

    /**
     * A user whom a proxy names.
     *
     * @param isNew whether the user comes for the first time in twelve hours, or with other rights than before
     */
    public record User(Identity identity, boolean isNew) {}

    /** The user of that name; null if it is not a name, or nobody whom this server knows. */
    public @Nullable User find(String name) {
        if (!AuthFileReader.NAME.matcher(name).matches()) {
            return null;
        }
        Identity entered = users.named(name);
        synchronized (oldestFirst) {
            Seen seen = oldestFirst.get(name);
            Identity found = entered != null ? entered : guest(name, seen);
            if (found == null) {
                return null;
            }
            long now = nanoClock.getAsLong();
            boolean isNew = seen == null || seen.identity != found || now - seen.sinceNanos >= SEEN_NANOS;
            if (isNew) {
                see(name, new Seen(found, now));
            }
            return new User(found, isNew);
        }
    }

    /** Somebody without an entry; the same identity as long as it is remembered. */
    private @Nullable Identity guest(String name, @Nullable Seen seen) {
        Role role = rule.defaultRole();
        if (role == null) {
            return null;
        }
        return seen != null && !seen.identity.hasEnded()
                ? seen.identity
                : new Identity(Identity.Kind.USER, name, role, QueuePatterns.ALL);
    }

    private void see(String name, Seen now) {
        Seen before = oldestFirst.remove(name);
        if (before != null && before.identity != now.identity) {
            before.identity.end();
        }
        oldestFirst.put(name, now);
        if (oldestFirst.size() > MOST_SEEN) {
            oldestFirst.remove(oldestFirst.keySet().iterator().next());
        }
    }
}
