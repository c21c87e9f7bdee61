/**
 * Schedules: jobs that are added at times. The engine knows no time zones: the times are always handed in, and what they stand
 * for is opaque text here.
 */
@NullMarked
package dev.reeve.engine.schedule;

import org.jspecify.annotations.NullMarked;
