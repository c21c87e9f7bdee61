/** Limits: how many jobs of a key or of a queue run at a time, and how often they start. */
@NullMarked
package dev.reeve.engine.limit;

import org.jspecify.annotations.NullMarked;
