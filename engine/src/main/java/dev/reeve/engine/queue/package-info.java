/** What a queue is: the order of its ready jobs, its settings and its statistics. */
@NullMarked
package dev.reeve.engine.queue;

import org.jspecify.annotations.NullMarked;
