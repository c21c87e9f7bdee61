/**
 * The figures of the server as Prometheus reads them. They come from the tallies, which others write, and from looks at the
 * engine between the loop's other work; here they get their names, units and labels.
 */
@NullMarked
package dev.reeve.server.metrics;

import org.jspecify.annotations.NullMarked;
