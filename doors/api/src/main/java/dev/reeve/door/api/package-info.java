/**
 * The server's own HTTP interface under {@code /v1}: decodes requests with JSON into engine commands and encodes their
 * results. It uses the engine's words and has no job rules of its own.
 *
 * <table>
 * <caption>Routes and commands of the engine</caption>
 * <tr><th>route</th><th>engine</th></tr>
 * <tr><td>{@code POST /v1/jobs}, {@code /v1/bulk/add}</td><td>{@code Add}, {@code AddAll}</td></tr>
 * <tr><td>{@code /v1/acquire}</td><td>{@code Acquire} of many jobs, with a wait</td></tr>
 * <tr><td>renew</td><td>{@code Renew}, with progress</td></tr>
 * <tr><td>complete, cancelled, fail, release</td><td>{@code Complete}, {@code Cancel} with a claim, {@code Fail}, {@code Release}</td></tr>
 * <tr><td>{@code /v1/bulk/renew}, {@code /v1/bulk/finish}</td><td>a {@code CommandGroup} of these</td></tr>
 * <tr><td>{@code PATCH}, cancel, retry, {@code DELETE}, log</td><td>{@code Edit}, {@code Cancel}, {@code Requeue}, {@code Delete}, {@code Log}</td></tr>
 * <tr><td>{@code PUT /v1/queues/q}</td><td>{@code ConfigureQueue}</td></tr>
 * <tr><td>pause, resume, purge, {@code DELETE} of a queue</td><td>{@code Pause}, {@code PurgeQueue}, {@code DeleteQueue}</td></tr>
 * <tr><td>{@code /v1/events}, {@code /v1/series}</td><td>{@code Event}; the counters of the node</td></tr>
 * <tr><td>{@code /v1/schedules}, run, pause, resume</td><td>{@code PutSchedule}, {@code DropSchedule}, {@code RunNow}, {@code PauseSchedule}</td></tr>
 * <tr><td>{@code /v1/bulk/retry}, cancel, delete, move</td><td>{@code ChangeIf} of each job that a filter selects</td></tr>
 * <tr><td>{@code /v1/webhooks}, test</td><td>{@code PutWebhook}, {@code DropWebhook}, {@code TestWebhook}</td></tr>
 * <tr><td>type</td><td>the job's class</td></tr>
 * <tr><td>lease_token</td><td>the token of the lease</td></tr>
 * </table>
 *
 * <p>{@link dev.reeve.door.api.ApiDoor} is the table of routes, with one class of handlers for each group of routes. {@link
 * dev.reeve.door.api.Problems} makes the errors, and {@link dev.reeve.door.api.JobWriter} writes a job for all of them.
 */
@NullMarked
package dev.reeve.door.api;

import org.jspecify.annotations.NullMarked;
