/**
 * The Jobber interface: queues jobs as documented, and offers over HTTP the life cycle that the document defines for
 * workers on Redis. It has no job rules of its own.
 *
 * <table>
 * <caption>Terms of the interface and of the engine</caption>
 * <tr><th>Jobber</th><th>engine</th></tr>
 * <tr><td>type</td><td>queue</td></tr>
 * <tr><td>job-id</td><td>the job's string id</td></tr>
 * <tr><td>queueing a job</td><td>{@code Add}</td></tr>
 * <tr><td>take</td><td>{@code Acquire} of one job, with a wait</td></tr>
 * <tr><td>lock</td><td>the token of the lease</td></tr>
 * <tr><td>visibility timeout, visible-at</td><td>length of a lease, and its end</td></tr>
 * <tr><td>extend, release</td><td>{@code Renew}, {@code Release}</td></tr>
 * <tr><td>done</td><td>{@code Complete} with an empty result</td></tr>
 * <tr><td>the recoverer</td><td>lease expiry</td></tr>
 * </table>
 */
@NullMarked
package dev.reeve.door.jobber;

import org.jspecify.annotations.NullMarked;
