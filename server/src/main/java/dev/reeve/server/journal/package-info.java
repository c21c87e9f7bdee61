/** Bytes made durable: batches, segments, the manifest and stored snapshots. It never knows what the bytes mean. */
@NullMarked
package dev.reeve.server.journal;

import org.jspecify.annotations.NullMarked;
