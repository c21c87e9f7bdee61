package dev.reeve.server.model;

/** One protocol: what a client sends for a step, and what the model expects to come of it. */
interface ModelSide {
    /** What is sent; each byte is a character. HTTP requests are a line, a lease or "-", and a body. */
    String sent(ModelStep step);

    /** Does the step in the model, and tells clients what should come back. */
    void expect(ModelStep step);
}
