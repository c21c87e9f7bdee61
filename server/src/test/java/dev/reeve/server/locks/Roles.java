package dev.reeve.server.locks;

import dev.reeve.access.Role;
import java.util.EnumSet;
import java.util.Set;

/** The sets of roles that the tables of rights are made of. */
final class Roles {
    static final Set<Role> ALL = EnumSet.allOf(Role.class);
    static final Set<Role> WORKERS = EnumSet.of(Role.WORKER, Role.ADMIN);
    static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
    static final Set<Role> PRODUCERS = EnumSet.of(Role.PRODUCER, Role.OPERATOR, Role.ADMIN);
    /** Those who may tag jobs and log to them. */
    static final Set<Role> NOTERS = EnumSet.of(Role.WORKER, Role.OPERATOR, Role.ADMIN);

    static final Set<Role> ADMINS = EnumSet.of(Role.ADMIN);

    private Roles() {}
}
