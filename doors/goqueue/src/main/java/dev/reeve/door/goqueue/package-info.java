/**
 * The Go Job Queue protocol: decodes requests into engine commands and encodes their results. It has no job rules of its
 * own.
 *
 * <table>
 * <caption>Terms of the protocol and of the engine</caption>
 * <tr><th>Go Job Queue</th><th>engine</th></tr>
 * <tr><td>id</td><td>the job's number; its string id, which other doors show, is a random UUID</td></tr>
 * <tr><td>ADD</td><td>{@code Add}</td></tr>
 * <tr><td>RESERVE</td><td>{@code Acquire} of one job, with a wait</td></tr>
 * <tr><td>DELETE</td><td>{@code Delete} that completes a leased job and deletes any other</td></tr>
 * <tr><td>CONNECT</td><td>nothing</td></tr>
 * <tr><td>priority</td><td>the negated priority: here the lower number is first</td></tr>
 * <tr><td>ttp</td><td>length of a lease, in seconds</td></tr>
 * <tr><td>timeout</td><td>wait time of RESERVE, in seconds; 0 means no limit</td></tr>
 * <tr><td>status reserved</td><td>{@code LEASED}, the state of every job in a reply</td></tr>
 * </table>
 *
 * <p>Jobs of this door live until they are deleted, are retried without limit, and are removed when they are completed.
 *
 * <p>{@link dev.reeve.door.goqueue.GoqueueCommands} is the table of commands, each a class of its own;
 * {@link dev.reeve.door.goqueue.GoqueueReplies} has the replies and error texts.
 */
@NullMarked
package dev.reeve.door.goqueue;

import org.jspecify.annotations.NullMarked;
