/**
 * The transitions of a job. Only this package changes a job's state; the table of allowed transitions is in {@link
 * dev.reeve.engine.job.State}.
 */
@NullMarked
package dev.reeve.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
