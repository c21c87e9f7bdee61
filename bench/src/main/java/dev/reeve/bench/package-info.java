/** The load generator, JMH benchmarks and comparisons with other queues. */
@NullMarked
package dev.reeve.bench;

import org.jspecify.annotations.NullMarked;
