/** A queue: the order of its jobs, its settings and its counts. */
@NullMarked
package dev.reeve.engine.queue;

import org.jspecify.annotations.NullMarked;
