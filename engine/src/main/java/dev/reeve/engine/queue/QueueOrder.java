package dev.reeve.engine.queue;

import java.util.List;

/**
 * The order in which an acquire takes jobs from several queues.
 *
 * @param weights of the queues in their order, for {@link Kind#WEIGHTED}; a queue without one has the weight 1
 */
public record QueueOrder(Kind kind, List<Integer> weights) {
    public static final QueueOrder RANDOM = new QueueOrder(Kind.RANDOM, List.of());
    public static final QueueOrder LISTED = new QueueOrder(Kind.LISTED, List.of());

    /** How the queue of the next job is chosen, with codes for the journal. */
    public enum Kind {
        /** Any queue with ready jobs is as likely as another. */
        RANDOM(0),
        /** The first queue with ready jobs. */
        LISTED(1),
        /** A queue with twice the weight of another is twice as likely, while both have ready jobs. */
        WEIGHTED(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Kind ofCode(int code) {
            if (code < 0 || code >= values().length) {
                throw new IllegalArgumentException("no order of queues has the code " + code);
            }
            return values()[code];
        }
    }

    public QueueOrder {
        weights = List.copyOf(weights);
        for (int weight : weights) {
            if (weight < 1) {
                throw new IllegalArgumentException("expected a weight of at least 1, but got " + weight);
            }
        }
    }

    public static QueueOrder weighted(List<Integer> weights) {
        return new QueueOrder(Kind.WEIGHTED, weights);
    }

    /** The weight of the queue at that place. */
    public int weight(int queue) {
        return queue < weights.size() ? weights.get(queue) : 1;
    }
}
