package dev.reeve.server;

/** The rule for addresses that other machines can reach: authentication, and TLS on every open door, or {@code --insecure}. */
final class Exposure {
    private Exposure() {}

    /** What is missing by this rule, for messages; empty if nothing. */
    static String missing(boolean isLoopback, boolean tlsOnAllDoors, boolean authConfigured) {
        if (isLoopback || (tlsOnAllDoors && authConfigured)) {
            return "";
        }
        if (tlsOnAllDoors) {
            return "authentication";
        }
        return authConfigured ? "TLS on every door" : "authentication and no TLS on every door";
    }
}
