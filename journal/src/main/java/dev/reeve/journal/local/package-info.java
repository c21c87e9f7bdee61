/** Durable storage of opaque bytes: batches, segments, the manifest and snapshots. */
@NullMarked
package dev.reeve.journal.local;

import org.jspecify.annotations.NullMarked;
