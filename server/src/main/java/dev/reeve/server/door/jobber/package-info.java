/**
 * The Jobber interface: the document's way to queue a job, and over HTTP the life cycle that it gives workers on Redis. It
 * has no rules of its own.
 *
 * <table>
 * <caption>Its words and the engine's</caption>
 * <tr><th>Jobber</th><th>engine</th></tr>
 * <tr><td>type</td><td>queue</td></tr>
 * <tr><td>job-id</td><td>the job's string id</td></tr>
 * <tr><td>queueing a job</td><td>{@code Add}</td></tr>
 * <tr><td>take</td><td>{@code Acquire} of one job, and waiting for one</td></tr>
 * <tr><td>lock</td><td>the lease's token</td></tr>
 * <tr><td>visibility timeout, visible-at</td><td>how long a lease lasts, and its end</td></tr>
 * <tr><td>extend, release</td><td>{@code Renew}, {@code Release}</td></tr>
 * <tr><td>done</td><td>{@code Complete} with an empty result</td></tr>
 * <tr><td>the recoverer</td><td>leases that lapse</td></tr>
 * </table>
 */
@NullMarked
package dev.reeve.server.door.jobber;

import org.jspecify.annotations.NullMarked;
