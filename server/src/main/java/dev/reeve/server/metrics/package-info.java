/**
 * The metrics of the server in the Prometheus format. The values come from the tallies, which other packages update, and
 * from reads of the engine on the event loop. This package defines names, units and labels.
 */
@NullMarked
package dev.reeve.server.metrics;

import org.jspecify.annotations.NullMarked;
