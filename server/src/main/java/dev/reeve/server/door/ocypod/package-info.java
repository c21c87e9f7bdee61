/**
 * The Ocypod interface: HTTP and JSON to commands, outcomes to HTTP and JSON. It has no rules of its own.
 *
 * <table>
 * <caption>Its words and the engine's</caption>
 * <tr><th>Ocypod</th><th>engine</th></tr>
 * <tr><td>id</td><td>the job's number</td></tr>
 * <tr><td>input, output</td><td>payload, result</td></tr>
 * <tr><td>{@code POST /queue/q/job}</td><td>{@code Create}: on the queue's terms, as far as it names none itself</td></tr>
 * <tr><td>{@code GET /queue/q/job}</td><td>{@code Acquire} of one job, and waiting for one</td></tr>
 * <tr><td>heartbeat</td><td>{@code Renew}</td></tr>
 * <tr><td>{@code PATCH}</td><td>{@code SetStatus}</td></tr>
 * <tr><td>the Lease header</td><td>the lease's token</td></tr>
 * <tr><td>timeout, heartbeat_timeout</td><td>how long a lease lasts, and without a sign of life</td></tr>
 * <tr><td>expires_after</td><td>how long the job is kept after its end</td></tr>
 * <tr><td>retries, retry_delays</td><td>retry rule {@code RETRIES}</td></tr>
 * </table>
 *
 * <p>{@link dev.reeve.server.door.ocypod.OcypodDoor} is the table of routes, {@link
 * dev.reeve.server.door.ocypod.OcypodErrors} that of errors.
 */
@NullMarked
package dev.reeve.server.door.ocypod;

import org.jspecify.annotations.NullMarked;
