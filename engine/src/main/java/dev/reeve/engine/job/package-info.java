/** What a job is: its identity, state, lease, retries, dependencies and history. */
@NullMarked
package dev.reeve.engine.job;

import org.jspecify.annotations.NullMarked;
