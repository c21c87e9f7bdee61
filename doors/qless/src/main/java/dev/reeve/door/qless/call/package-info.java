/**
 * The qless calls: parsing of arguments and encoding of replies, in each of the three forms.
 *
 * <table>
 * <caption>Calls and commands of the engine</caption>
 * <tr><th>call</th><th>engine</th></tr>
 * <tr><td>put, requeue</td><td>{@code Add} that moves a job that exists, or requires one</td></tr>
 * <tr><td>pop</td><td>{@code Acquire} of several jobs, without a wait</td></tr>
 * <tr><td>heartbeat</td><td>{@code Renew}</td></tr>
 * <tr><td>complete</td><td>{@code Complete}, possibly with a next stage</td></tr>
 * <tr><td>fail</td><td>{@code Fail} with a group</td></tr>
 * <tr><td>retry</td><td>{@code Retry}</td></tr>
 * <tr><td>timeout</td><td>{@code Timeout}</td></tr>
 * <tr><td>cancel</td><td>{@code Cancel} that removes the jobs</td></tr>
 * <tr><td>priority</td><td>{@code Prioritize}</td></tr>
 * <tr><td>log</td><td>{@code Log}</td></tr>
 * <tr><td>depends</td><td>{@code Depend}</td></tr>
 * <tr><td>tag</td><td>{@code Tag}, or a query</td></tr>
 * <tr><td>track</td><td>{@code Track}, or a query</td></tr>
 * <tr><td>unfail</td><td>{@code Unfail}</td></tr>
 * <tr><td>peek</td><td>{@code Peek}</td></tr>
 * <tr><td>pause, unpause</td><td>{@code Pause}</td></tr>
 * <tr><td>queue.forget</td><td>{@code ForgetQueues}</td></tr>
 * <tr><td>workers</td><td>{@code ListWorkers}, {@code ListJobsOfWorker}</td></tr>
 * <tr><td>worker.deregister</td><td>{@code ForgetWorkers}</td></tr>
 * <tr><td>config.set, config.unset</td><td>{@code Configure}</td></tr>
 * <tr><td>recur</td><td>{@code Recur}</td></tr>
 * <tr><td>unrecur</td><td>{@code Unrecur}</td></tr>
 * <tr><td>recur.update</td><td>{@code UpdateRecurring}</td></tr>
 * <tr><td>recur.tag, recur.untag</td><td>{@code TagRecurring}</td></tr>
 * <tr><td>get, multiget, failed, queues, length, jobs, stats, config.get, recur.get</td><td>{@code QlessQueries}</td></tr>
 * </table>
 */
@NullMarked
package dev.reeve.door.qless.call;

import org.jspecify.annotations.NullMarked;
