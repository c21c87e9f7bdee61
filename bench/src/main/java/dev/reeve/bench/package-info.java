/** JMH benchmarks and side-by-side runs against other queues. */
@NullMarked
package dev.reeve.bench;

import org.jspecify.annotations.NullMarked;
