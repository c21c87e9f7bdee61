/** Reeve beside the queues that people would pick instead: the same client, the same jobs, in turns. */
@NullMarked
package dev.reeve.bench.compare;

import org.jspecify.annotations.NullMarked;
