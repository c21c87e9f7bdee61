/** What only qless has: the clock of its callers, recurring jobs, tracking, daily statistics, options and the list of workers. */
@NullMarked
package dev.reeve.engine.qless;

import org.jspecify.annotations.NullMarked;
