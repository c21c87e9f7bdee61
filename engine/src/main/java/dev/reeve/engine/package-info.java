/**
 * The deterministic state machine and its interface: commands, queries, entries, outcomes, effects and rejections. It
 * contains every rule about jobs. It uses no clock, thread, randomness, I/O or settings.
 */
@NullMarked
package dev.reeve.engine;

import org.jspecify.annotations.NullMarked;
