package dev.reeve.node;

/** How many jobs were added, leased, completed and failed in a second, on average. */
public record Rates(double added, double leased, double completed, double failed) {
    public static final Rates NONE = new Rates(0, 0, 0, 0);

    /** All of it: how busy a queue is. */
    public double sum() {
        return added + leased + completed + failed;
    }
}
