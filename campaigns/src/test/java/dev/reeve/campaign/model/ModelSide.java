package dev.reeve.campaign.model;

/** One protocol: the request of a step, and its effect on the model. */
interface ModelSide {
    /** The request, one character per byte. HTTP requests are a line, a lease or "-", and a body. */
    String sent(ModelStep step);

    /** Executes the step in the model and records the expected replies. */
    void expect(ModelStep step);
}
