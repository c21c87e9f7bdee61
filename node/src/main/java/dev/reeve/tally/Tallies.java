package dev.reeve.tally;

/** All counters of the server. */
public record Tallies(Traffic traffic, QueueTallies queues, JournalTally journal, WebhookTally webhooks) {
    public static Tallies create() {
        return new Tallies(new Traffic(), new QueueTallies(), new JournalTally(), new WebhookTally());
    }
}
