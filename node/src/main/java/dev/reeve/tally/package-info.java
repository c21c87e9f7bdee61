/**
 * Counters that are updated while the server runs. Each counter has a single writer thread at a time and any number of
 * readers, so an update costs a few plain instructions. This package does not know the format of the metrics.
 */
@NullMarked
package dev.reeve.tally;

import org.jspecify.annotations.NullMarked;
