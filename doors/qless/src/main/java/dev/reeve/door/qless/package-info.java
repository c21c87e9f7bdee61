/**
 * The qless door: calls of qless clients over the Redis protocol.
 *
 * <p>qless terms and their meaning in the engine: put = add or move, pop = acquire, heartbeat = renew, jid = job id, group =
 * category of a failure, lock = lease, stalled = leased with an expired lease. {@link dev.reeve.door.qless.RedisCommands} is
 * the table of Redis commands, {@link dev.reeve.door.qless.call.CallTable} that of the calls.
 */
@NullMarked
package dev.reeve.door.qless;

import org.jspecify.annotations.NullMarked;
