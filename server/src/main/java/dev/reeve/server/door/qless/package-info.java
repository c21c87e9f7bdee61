/**
 * The qless door: calls of qless clients, over the Redis protocol.
 *
 * <p>Its words for ours: put = add or move, pop = acquire, heartbeat = renew, jid = id, group = what a failure is filed
 * under, lock = lease, stalled = leased, but the lease has lapsed.
 */
@NullMarked
package dev.reeve.server.door.qless;

import org.jspecify.annotations.NullMarked;
