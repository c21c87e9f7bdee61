package dev.reeve.access;

import java.util.EnumSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A set of rights with a name. */
public enum Role {
    VIEWER(EnumSet.of(Right.READ)),
    PRODUCER(EnumSet.of(Right.READ, Right.RESULT, Right.ADD, Right.AWAIT)),
    /** A worker also sees the payloads of jobs that are leased. */
    WORKER(EnumSet.of(Right.READ, Right.RESULT, Right.WORK, Right.ANNOTATE)),
    OPERATOR(EnumSet.complementOf(EnumSet.of(Right.WORK, Right.WEBHOOK, Right.SETTINGS, Right.FLUSH))),
    ADMIN(EnumSet.allOf(Right.class));

    /** Never changed. Every command of a client looks here, so there is nothing around it. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final EnumSet<Right> rights;

    Role(EnumSet<Right> rights) {
        this.rights = rights;
    }

    public boolean has(Right right) {
        return rights.contains(right);
    }

    /** Whether what the role changes is written to the audit log. */
    public boolean isAudited() {
        return this == OPERATOR || this == ADMIN;
    }

    /** The role in the auth file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role with this word; null if there is none. */
    public static @Nullable Role ofWord(String word) {
        for (Role role : values()) {
            if (role.word().equals(word)) {
                return role;
            }
        }
        return null;
    }
}
