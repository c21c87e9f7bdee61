/**
 * The Workq protocol: decodes requests into engine commands and encodes their results. It has no job rules of its own.
 *
 * <table>
 * <caption>Terms of the protocol and of the engine</caption>
 * <tr><th>Workq</th><th>engine</th></tr>
 * <tr><td>name</td><td>queue</td></tr>
 * <tr><td>add, schedule</td><td>{@code Add}, with a start time for schedule</td></tr>
 * <tr><td>run</td><td>{@code Add} of a foreground job, and a wait for its end</td></tr>
 * <tr><td>lease</td><td>{@code Acquire} of one job, with a wait</td></tr>
 * <tr><td>complete, fail</td><td>{@code Complete}, {@code Fail} without a claim: any client may report, even late</td></tr>
 * <tr><td>result</td><td>a wait for the end of a job</td></tr>
 * <tr><td>delete</td><td>{@code Delete}</td></tr>
 * <tr><td>inspect</td><td>queries of the {@code EngineView}</td></tr>
 * <tr><td>ttr</td><td>length of a lease</td></tr>
 * <tr><td>ttl</td><td>lifetime of the job from its start; the result is kept until then</td></tr>
 * <tr><td>max-attempts, max-fails</td><td>retry rule {@code ATTEMPTS}</td></tr>
 * <tr><td>wait-timeout</td><td>wait time of a call, or of a foreground job</td></tr>
 * <tr><td>state 0 NEW, 3 PENDING</td><td>{@code READY} before and after the first attempt</td></tr>
 * </table>
 *
 * <p>{@link dev.reeve.door.workq.WorkqCommands} is the table of commands, {@link dev.reeve.door.workq.InspectCommand} that of
 * the {@code inspect} objects; {@link dev.reeve.door.workq.WorkqReplies} is the table of errors.
 */
@NullMarked
package dev.reeve.door.workq;

import org.jspecify.annotations.NullMarked;
