/** Durable storage of opaque bytes: batches, segments, the manifest and snapshots. */
@NullMarked
package dev.reeve.server.journal;

import org.jspecify.annotations.NullMarked;
