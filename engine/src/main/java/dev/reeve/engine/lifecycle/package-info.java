/**
 * The state machine of a job: which transitions there are, and what each one does. Only this package sets a job's state;
 * the table of allowed changes is in {@link dev.reeve.engine.job.State}.
 */
@NullMarked
package dev.reeve.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
