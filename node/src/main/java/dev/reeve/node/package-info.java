/** The single-threaded core around the engine: command order, pending replies, blocked calls, timers and snapshots. */
@NullMarked
package dev.reeve.node;

import org.jspecify.annotations.NullMarked;
