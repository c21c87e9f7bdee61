package dev.reeve.access;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Somebody with a role. An identity ends when its entry in the auth file changes, disappears or expires; it then has no rights,
 * and those who use it are told. An entry that is there again is a new identity. Safe from any thread.
 */
public final class Identity {
    /** How the identity is proved. */
    public enum Kind {
        TOKEN,
        USER,
        CERTIFICATE,
        NETWORK;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Kind kind;
    private final String name;
    private final Role role;
    private final QueuePatterns queues;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    public Identity(Kind kind, String name, Role role, QueuePatterns queues) {
        this.kind = kind;
        this.name = name;
        this.role = role;
        this.queues = queues;
    }

    public Kind kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public Role role() {
        return role;
    }

    public QueuePatterns queues() {
        return queues;
    }

    public boolean hasEnded() {
        return ended;
    }

    /** Calls the listener once, on any thread, when the identity ends; at once if it has ended already. */
    public void whenEnded(Runnable listener) {
        listeners.add(listener);
        if (ended && listeners.remove(listener)) {
            listener.run();
        }
    }

    /** The listener is not called any more. */
    public void forget(Runnable listener) {
        listeners.remove(listener);
    }

    void end() {
        ended = true;
        for (Runnable listener : List.copyOf(listeners)) {
            if (listeners.remove(listener)) {
                listener.run();
            }
        }
    }

    @Override
    public String toString() {
        return kind.word() + " " + name;
    }
}
