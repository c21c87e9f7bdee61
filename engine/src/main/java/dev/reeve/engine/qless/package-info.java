/**
 * State and queries that only qless needs: callers' clocks, recurring and tracked jobs, statistics, options, workers.
 */
@NullMarked
package dev.reeve.engine.qless;

import org.jspecify.annotations.NullMarked;
