/**
 * The protocol of Go Job Queue: its bytes to commands and outcomes to its bytes. It has no rules of its own.
 *
 * <table>
 * <caption>Its words and the engine's</caption>
 * <tr><th>Go Job Queue</th><th>engine</th></tr>
 * <tr><td>id</td><td>the job's number; its string id, which other doors show, is a random UUID</td></tr>
 * <tr><td>ADD</td><td>{@code Add}</td></tr>
 * <tr><td>RESERVE</td><td>{@code Acquire} of one job, and waiting for one</td></tr>
 * <tr><td>DELETE</td><td>{@code Discard}: completes a job that is leased, removes any other</td></tr>
 * <tr><td>CONNECT</td><td>nothing</td></tr>
 * <tr><td>priority</td><td>minus the priority: here the lower number is first</td></tr>
 * <tr><td>ttp</td><td>how long a lease lasts, in seconds</td></tr>
 * <tr><td>timeout</td><td>how long RESERVE waits, in seconds; 0 is for ever</td></tr>
 * <tr><td>status reserved</td><td>{@code LEASED}, which every job is that a reply shows</td></tr>
 * </table>
 *
 * <p>Its jobs live until they are deleted, come back to their place without end, and are gone once they are completed.
 *
 * <p>{@link dev.reeve.server.door.goqueue.GoqueueCommands} is the table of commands, each a class of its own;
 * {@link dev.reeve.server.door.goqueue.GoqueueReplies} has the words of replies and errors.
 */
@NullMarked
package dev.reeve.server.door.goqueue;

import org.jspecify.annotations.NullMarked;
