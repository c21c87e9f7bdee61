package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.State;

/** Lease tokens. */
final class Tokens {
    private Tokens() {}

    /** Records the token of a new lease. It must be larger than all tokens before this step. */
    static void given(Model model, ModelNames names, ModelJob job, String told) {
        long token = told.isEmpty() ? 0 : Long.parseLong(told);
        if (token <= model.lastToken) {
            throw new AssertionError("token " + token + " after " + model.lastToken);
        }
        model.largestToken = Math.max(model.largestToken, token);
        job.token = token;
        names.told(job.id, token);
    }

    static boolean holds(ModelJob job, String token) {
        return job.state == State.LEASED
                && job.token != 0
                && Long.toString(job.token).equals(token);
    }

    /** A worker releases a job. */
    static void release(Model model, ModelJob job) {
        job.warned = false;
        if (job.queueDeleted) {
            model.remove(job, "gone");
        } else {
            job.state = State.READY;
        }
    }
}
