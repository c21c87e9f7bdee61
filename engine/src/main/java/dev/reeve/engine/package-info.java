/** The deterministic state machine and the words it is spoken to with: commands, queries, entries, outcomes, effects and rejections. Every rule about jobs lives here; no clock, thread, randomness, I/O or settings do. */
@NullMarked
package dev.reeve.engine;

import org.jspecify.annotations.NullMarked;
