package dev.reeve.campaign.model;

/** One protocol: the request of a step, and its effect on the model. */
interface ModelSide {
    ModelRequest request(ModelStep step);

    /** Executes the step in the model and records the expected replies. */
    void expect(ModelStep step);
}
