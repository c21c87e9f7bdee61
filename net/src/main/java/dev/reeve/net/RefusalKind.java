package dev.reeve.net;

import java.util.Locale;

/**
 * Classes of refusals that are logged for the operator: exhausted resources, bad requests, and disconnected clients.
 */
public enum RefusalKind {
    CONNECTION("refused", "connections", "limits.connections is reached"),
    ADDRESS("refused", "connections", "one address has limits.connections-per-address of them"),
    UNKNOWN("refused", "requests", "no such command or path"),
    MALFORMED("refused", "requests", "malformed"),
    FOREIGN("refused", "requests", "from web pages of other origins, or for a host that is not in http.hosts"),
    TOO_LARGE("refused", "requests", "too large"),
    TOO_MUCH_INPUT("refused", "requests", "limits.all-input is reached"),
    OUT_OF_MEMORY("refused", "commands", "out of memory, see limits.memory"),
    OUT_OF_DISK("refused", "commands", "out of disk space"),
    JOURNAL_FAULT("refused", "commands", "the journal cannot be extended"),
    NO_LEADER("refused", "commands", "the cluster has no leader"),
    OLDER_NODES("refused", "commands", "not all nodes of the cluster have this version yet"),
    UNKNOWN_CLIENT("disconnected", "connections", "they did not say who they are in time"),
    HTTP_REQUEST("disconnected", "connections", "they sent HTTP requests"),
    NO_COMMAND("disconnected", "connections", "they sent no command, see limits.first-command-timeout"),
    PLAIN_TEXT("disconnected", "connections", "they sent plain text, and the port uses TLS"),
    TLS("disconnected", "connections", "they use TLS, and the port does not"),
    CLIENT_CERTIFICATE(
            "refused",
            "connections",
            "the client certificate is missing, expired or not of an authority in tls.client-ca"),
    HANDSHAKE("disconnected", "connections", "the TLS handshake failed"),
    SLOW_HANDSHAKE("disconnected", "connections", "the TLS handshake was not finished in time"),
    TOO_MANY_HANDSHAKES("disconnected", "connections", "too many TLS handshakes are unfinished"),
    UNREAD("disconnected", "connections", "replies are not read, and limits.all-unsent is reached"),
    UNFINISHED("disconnected", "connections", "commands are not completed, and limits.all-input is reached");

    private final String verb;
    private final String subject;
    private final String why;

    RefusalKind(String verb, String subject, String why) {
        this.verb = verb;
        this.subject = subject;
        this.why = why;
    }

    /** The value of the metric label. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The log line for the first refusal. */
    String firstLine(String door) {
        return String.format(Locale.ROOT, "%s %s %s: %s", door, verb, subject, why);
    }

    /** The log line for further refusals. */
    String moreLine(String door, long more, long seconds) {
        return String.format(
                Locale.ROOT, "%s %s %,d more %s in the last %d s: %s", door, verb, more, subject, seconds, why);
    }
}
