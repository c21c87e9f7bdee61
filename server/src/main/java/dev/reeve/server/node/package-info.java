/** Order and waiting: one thread that owns the engine, holds replies back until they are durable, parks waiters and sends ticks. */
@NullMarked
package dev.reeve.server.node;

import org.jspecify.annotations.NullMarked;
