/** The load generator: one thread that has jobs added, taken and finished over many connections, and times each step. */
@NullMarked
package dev.reeve.bench.load;

import org.jspecify.annotations.NullMarked;
