/** The load generator: one thread that adds, takes and finishes jobs over many connections, and measures each step. */
@NullMarked
package dev.reeve.bench.load;

import org.jspecify.annotations.NullMarked;
