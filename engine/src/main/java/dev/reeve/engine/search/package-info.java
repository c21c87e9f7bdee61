/** Lists of jobs: what to list, in which order, and how to go on where a list was cut off. */
@NullMarked
package dev.reeve.engine.search;

import org.jspecify.annotations.NullMarked;
