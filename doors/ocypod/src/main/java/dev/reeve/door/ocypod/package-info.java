/**
 * The Ocypod interface: decodes HTTP requests with JSON into engine commands and encodes their results. It has no job
 * rules of its own.
 *
 * <table>
 * <caption>Terms of the interface and of the engine</caption>
 * <tr><th>Ocypod</th><th>engine</th></tr>
 * <tr><td>id</td><td>the job's number</td></tr>
 * <tr><td>input, output</td><td>payload, result</td></tr>
 * <tr><td>{@code POST /queue/q/job}</td><td>{@code Add}, with the terms of the queue as defaults</td></tr>
 * <tr><td>{@code GET /queue/q/job}</td><td>{@code Acquire} of one job, with a wait</td></tr>
 * <tr><td>heartbeat</td><td>{@code Renew}</td></tr>
 * <tr><td>{@code PATCH} of a status</td><td>{@code Complete}, {@code Fail}, {@code Timeout}, {@code Cancel}, {@code Requeue}</td></tr>
 * <tr><td>{@code PUT /job/1/output}</td><td>{@code SetOutput}</td></tr>
 * <tr><td>{@code DELETE}</td><td>{@code Delete}, {@code DeleteQueue}</td></tr>
 * <tr><td>{@code PUT /queue/q}</td><td>{@code ConfigureQueue}</td></tr>
 * <tr><td>the Lease header</td><td>the token of the lease</td></tr>
 * <tr><td>timeout, heartbeat_timeout</td><td>length of a lease, and of a lease without heartbeat</td></tr>
 * <tr><td>expires_after</td><td>retention of the job after its end</td></tr>
 * <tr><td>retries, retry_delays</td><td>retry rule {@code RETRIES}</td></tr>
 * </table>
 *
 * <p>{@link dev.reeve.door.ocypod.OcypodDoor} is the table of routes, {@link
 * dev.reeve.door.ocypod.OcypodErrors} that of errors.
 */
@NullMarked
package dev.reeve.door.ocypod;

import org.jspecify.annotations.NullMarked;
