/** Webhooks: who is told of what happens to jobs. Each delivery is a job in a queue of its own. */
@NullMarked
package dev.reeve.engine.webhook;

import org.jspecify.annotations.NullMarked;
