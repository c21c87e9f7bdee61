/** Deadlines, ordered by due time and then by number. They are told the time, they never ask for it. */
@NullMarked
package dev.reeve.engine.timer;

import org.jspecify.annotations.NullMarked;
