/**
 * The Workq protocol: its bytes to commands and outcomes to its bytes. It has no rules of its own.
 *
 * <table>
 * <caption>Its words and the engine's</caption>
 * <tr><th>Workq</th><th>engine</th></tr>
 * <tr><td>name</td><td>queue</td></tr>
 * <tr><td>add, schedule</td><td>{@code Add}, with a start time for schedule</td></tr>
 * <tr><td>run</td><td>{@code Add} of a foreground job, and waiting for its end</td></tr>
 * <tr><td>lease</td><td>{@code Acquire} of one job, and waiting for one</td></tr>
 * <tr><td>complete, fail</td><td>{@code Complete}, {@code Fail} without a claim: anyone may report, also late</td></tr>
 * <tr><td>result</td><td>waiting for a job's end</td></tr>
 * <tr><td>delete</td><td>{@code Delete}</td></tr>
 * <tr><td>ttr</td><td>how long a lease lasts</td></tr>
 * <tr><td>ttl</td><td>how long the job may live, counted from its start; a result is kept until then</td></tr>
 * <tr><td>max-attempts, max-fails</td><td>retry rule {@code ATTEMPTS}</td></tr>
 * <tr><td>wait-timeout</td><td>how long a call, or a foreground job, waits</td></tr>
 * <tr><td>state 0 NEW, 3 PENDING</td><td>{@code READY} before and after the first attempt</td></tr>
 * </table>
 *
 * <p>{@link dev.reeve.server.door.workq.WorkqCommands} is the table of commands, each a class of its own;
 * {@link dev.reeve.server.door.workq.WorkqReplies} is the table of errors.
 */
@NullMarked
package dev.reeve.server.door.workq;

import org.jspecify.annotations.NullMarked;
