package dev.reeve.tally;

/** Counters of attempts to make deliveries. They are written on the loop. */
public record WebhookTally(Counter delivered, Counter failed) {
    public WebhookTally() {
        this(new Counter(), new Counter());
    }
}
