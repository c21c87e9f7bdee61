/** The versioned encoding of entries and snapshots. */
@NullMarked
package dev.reeve.engine.format;

import org.jspecify.annotations.NullMarked;
