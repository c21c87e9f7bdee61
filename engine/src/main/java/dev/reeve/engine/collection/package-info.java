/** Collections with a defined order: the engine never iterates over a hash table. */
@NullMarked
package dev.reeve.engine.collection;

import org.jspecify.annotations.NullMarked;
