package dev.reeve.client;

/** The counts of a batch of jobs, as the server shows it or as a callback is told. */
public record BatchInfo(JsonObject json) {
    public String id() {
        return json.text(json.names().contains("batch") ? "batch" : "id");
    }

    /** Whether more jobs may be added. */
    public boolean isOpen() {
        return json.flag("open");
    }

    public long total() {
        return json.number("total");
    }

    /** The number of jobs that have not ended. */
    public long pending() {
        return json.number("pending");
    }

    public long completed() {
        return json.number("completed");
    }

    /** The number of jobs that failed or timed out. */
    public long failed() {
        return json.number("failed");
    }

    public long cancelled() {
        return json.number("cancelled");
    }

    public boolean hasEnded() {
        return !isOpen() && pending() == 0;
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
