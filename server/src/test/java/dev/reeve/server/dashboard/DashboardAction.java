package dev.reeve.server.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A button of the dashboard, and what it does at the server. {@code @} stands for the name from which those of all things in
 * the test are made, {@code ~} for the delivery of a webhook.
 *
 * @param page the address of the page that has it, after the {@code #}
 * @param button its label, or its text
 * @param typed what is typed into the fields of its question: {@code name=text}; null if it does not ask
 * @param request what it sends: method and path
 * @param body an equivalent body
 * @param watched what changes, as {@code path pointer value-before}; null if nothing does
 */
record DashboardAction(
        String page,
        String button,
        @Nullable List<String> typed,
        String request,
        String body,
        @Nullable String watched) {
    private static final String JSON_OF_HOOK =
            "{\"url\":\"http://127.0.0.1:1/new\",\"events\":[\"job.failed\"],\"queues\":[\"none\"],\"secret\":\"whsec_%s\"}"
                    .formatted("A".repeat(32));
    private static final String FILTER = "{\"filter\":{\"queue\":\"@\",\"state\":[\"failed\",\"ready\"]}%s}";
    private static final String HOURLY = "{\"every\":\"1h\",\"job\":{\"queue\":\"@\"}}";
    private static final String GROUP = "{\"filter\":{\"failure\":\"@/Broken\",\"state\":\"failed\"}}";
    private static final String JOBS = "jobs?queue=@&state=failed&state=ready";
    private static final String DELIVERY = "job/~";

    private static DashboardAction does(String page, String button, String request, String body, String watched) {
        return new DashboardAction(page, button, null, request, body, watched);
    }

    private static DashboardAction asks(
            String page, String button, String request, String body, String watched, String... typed) {
        return new DashboardAction(page, button, List.of(typed), request, body, watched);
    }

    /** Shows a command, which somebody else sends. */
    private static DashboardAction shows(String page) {
        return new DashboardAction(page, "Copy as curl", null, "POST /v1/jobs", "{\"queue\":\"@\"}", null);
    }

    private static DashboardAction notes(String page) {
        String path = "/v1/jobs/" + page.substring(page.indexOf('/') + 1);
        String watched = path + "?include=history history/seen/what gone";
        return asks(page, "Note…", "POST " + path + "/log", "{\"message\":\"seen\"}", watched, "message=seen");
    }

    private static DashboardAction changes(String page, String schedule) {
        String path = "/v1/schedules/" + schedule;
        return asks(page, "Change " + schedule, "PUT " + path, HOURLY, path + " /every 1h", "every=2h");
    }

    /** All buttons that the pages draw for an admin, if all things are there that {@link DashboardThings} makes. */
    static final List<DashboardAction> ALL = List.of(
            asks("queues", "Pause @", "POST /v1/queues/@/pause", "", "/v1/queues/@ /paused false"),
            asks(
                    "queues",
                    "Purge @",
                    "POST /v1/queues/@/purge",
                    "{\"states\":[\"ready\"]}",
                    "/v1/queues/@ /ready 1",
                    "typed=@"),
            does("queues", "Resume @-p", "POST /v1/queues/@-p/resume", "", "/v1/queues/@-p /paused true"),
            asks(
                    "queues",
                    "Purge @-p",
                    "POST /v1/queues/@-p/purge",
                    "{\"states\":[\"ready\"]}",
                    "/v1/queues/@-p /ready 1",
                    "typed=@-p"),
            asks(
                    "queues",
                    "Create a queue…",
                    "PUT /v1/queues/@-new",
                    "{\"max_attempts\":5}",
                    "/v1/queues/@-new /settings/max_attempts gone",
                    "name=@-new",
                    "max_attempts=5"),
            asks(
                    "queue/@",
                    "Change @",
                    "PUT /v1/queues/@",
                    "{\"priority\":9}",
                    "/v1/queues/@ /settings/priority 0",
                    "priority=9"),
            asks("queue/@", "Pause @", "POST /v1/queues/@/pause", "", "/v1/queues/@ /paused false"),
            asks(
                    "queue/@",
                    "Purge @",
                    "POST /v1/queues/@/purge",
                    "{\"states\":[\"ready\"]}",
                    "/v1/queues/@ /ready 1",
                    "typed=@"),
            asks(JOBS, "Add a job…", "POST /v1/jobs", "{\"queue\":\"@\"}", "/v1/queues/@ /ready 1", "payload={}"),
            asks(JOBS, "Retry all…", "POST /v1/bulk/retry", FILTER.formatted(""), "/v1/queues/@ /failed 1"),
            asks(JOBS, "Cancel all…", "POST /v1/bulk/cancel", FILTER.formatted(""), "/v1/queues/@ /ready 1"),
            asks(
                    JOBS,
                    "Move all…",
                    "POST /v1/bulk/move",
                    FILTER.formatted(",\"to\":\"@-x\""),
                    "/v1/queues/@ /ready 1",
                    "to=@-x"),
            asks(JOBS, "Delete all…", "POST /v1/bulk/delete", FILTER.formatted(""), "/v1/queues/@ /failed 1"),
            notes("job/@-failed"),
            asks("job/@-failed", "Retry…", "POST /v1/jobs/@-failed/retry", "", "/v1/jobs/@-failed /state failed"),
            asks("job/@-failed", "Delete…", "DELETE /v1/jobs/@-failed", "", "/v1/jobs/@-failed /state failed"),
            shows("job/@-failed"),
            notes("job/@-ready"),
            asks(
                    "job/@-ready",
                    "Change…",
                    "PATCH /v1/jobs/@-ready",
                    "{\"priority\":9}",
                    "/v1/jobs/@-ready /priority 0",
                    "priority=9"),
            asks("job/@-ready", "Cancel…", "POST /v1/jobs/@-ready/cancel", "", "/v1/jobs/@-ready /state ready"),
            asks("job/@-ready", "Delete…", "DELETE /v1/jobs/@-ready", "", "/v1/jobs/@-ready /state ready"),
            shows("job/@-ready"),
            notes("job/@-leased"),
            asks(
                    "job/@-leased",
                    "Change…",
                    "PATCH /v1/jobs/@-leased",
                    "{\"priority\":9}",
                    "/v1/jobs/@-leased /priority 0",
                    "priority=9"),
            asks(
                    "job/@-leased",
                    "Cancel…",
                    "POST /v1/jobs/@-leased/cancel",
                    "",
                    "/v1/jobs/@-leased /cancel_requested_at null"),
            asks(
                    "job/@-leased",
                    "Take away and cancel…",
                    "POST /v1/jobs/@-leased/cancel",
                    "{\"force\":true}",
                    "/v1/jobs/@-leased /state leased"),
            asks("job/@-leased", "Delete…", "DELETE /v1/jobs/@-leased", "", "/v1/jobs/@-leased /state leased"),
            shows("job/@-leased"),
            asks("failures?queue=@", "Retry all: @/Broken", "POST /v1/bulk/retry", GROUP, "/v1/queues/@ /failed 1"),
            asks("failures?queue=@", "Delete all: @/Broken", "POST /v1/bulk/delete", GROUP, "/v1/queues/@ /failed 1"),
            does("schedules", "Run now: @-s", "POST /v1/schedules/@-s/run", "", "/v1/schedules/@-s /last/0/state "),
            asks(
                    "schedules",
                    "Create a schedule…",
                    "PUT /v1/schedules/@-new",
                    HOURLY,
                    "/v1/schedules/@-new /every gone",
                    "name=@-new",
                    "every=2h"),
            changes("schedules", "@-s"),
            changes("schedules", "@-z"),
            changes("schedule/@-s", "@-s"),
            asks("schedules", "Pause @-s", "POST /v1/schedules/@-s/pause", "", "/v1/schedules/@-s /paused false"),
            asks("schedules", "Delete @-s", "DELETE /v1/schedules/@-s", "", "/v1/schedules/@-s /name @-s"),
            does("schedules", "Run now: @-z", "POST /v1/schedules/@-z/run", "", "/v1/schedules/@-z /last/0/state "),
            does("schedules", "Resume @-z", "POST /v1/schedules/@-z/resume", "", "/v1/schedules/@-z /paused true"),
            asks("schedules", "Delete @-z", "DELETE /v1/schedules/@-z", "", "/v1/schedules/@-z /name @-z"),
            does("schedule/@-s", "Run now: @-s", "POST /v1/schedules/@-s/run", "", "/v1/schedules/@-s /last/0/state "),
            asks("schedule/@-s", "Pause @-s", "POST /v1/schedules/@-s/pause", "", "/v1/schedules/@-s /paused false"),
            asks("schedule/@-s", "Delete @-s", "DELETE /v1/schedules/@-s", "", "/v1/schedules/@-s /name @-s"),
            asks("batches", "Retry @-b", "POST /v1/batches/@-b/retry", "", "/v1/batches/@-b /failed 1"),
            asks("batches", "Cancel @-b", "POST /v1/batches/@-b/cancel", "", "/v1/batches/@-b /pending 1"),
            asks("batches", "Close @-b", "POST /v1/batches/@-b/close", "", "/v1/batches/@-b /open true"),
            asks("batch/@-b", "Close @-b", "POST /v1/batches/@-b/close", "", "/v1/batches/@-b /open true"),
            asks("batch/@-b", "Retry @-b", "POST /v1/batches/@-b/retry", "", "/v1/batches/@-b /failed 1"),
            asks("batch/@-b", "Cancel @-b", "POST /v1/batches/@-b/cancel", "", "/v1/batches/@-b /pending 1"),
            asks(
                    "limits",
                    "Create a limit…",
                    "PUT /v1/limits/@-new",
                    "{\"max_running\":5}",
                    "/v1/limits/@-new /max_running gone",
                    "pattern=@-new",
                    "max_running=5"),
            asks(
                    "limits",
                    "Change @-l",
                    "PUT /v1/limits/@-l",
                    "{\"max_running\":3}",
                    "/v1/limits/@-l /max_running 1",
                    "max_running=3"),
            asks("limits", "Delete @-l", "DELETE /v1/limits/@-l", "", "/v1/limits/@-l /max_running 1"),
            asks(
                    "limit/@-l",
                    "Change @-l",
                    "PUT /v1/limits/@-l",
                    "{\"max_running\":3}",
                    "/v1/limits/@-l /max_running 1",
                    "max_running=3"),
            asks("limit/@-l", "Delete @-l", "DELETE /v1/limits/@-l", "", "/v1/limits/@-l /max_running 1"),
            asks(
                    "workers",
                    "Make quiet: @-w",
                    "POST /v1/workers/@-w/quiet",
                    "",
                    "/v1/workers?limit=500 workers/@-w/quiet false"),
            asks(
                    "workers",
                    "Make quiet: @-v",
                    "POST /v1/workers/@-v/quiet",
                    "",
                    "/v1/workers?limit=500 workers/@-v/quiet false"),
            does(
                    "workers",
                    "End quiet: @-q",
                    "POST /v1/workers/@-q/quiet",
                    "{\"quiet\":false}",
                    "/v1/workers?limit=500 workers/@-q/quiet true"),
            asks(
                    "tokens",
                    "Create a token…",
                    "POST /v1/tokens",
                    "{\"name\":\"@-new\",\"role\":\"viewer\"}",
                    "/v1/tokens tokens/@-new/role gone",
                    "name=@-new"),
            asks("tokens", "Revoke @-t", "DELETE /v1/tokens/@-t", "", "/v1/tokens tokens/@-t/role viewer"),
            asks(
                    "webhooks",
                    "Create a webhook…",
                    "PUT /v1/webhooks/@-new",
                    JSON_OF_HOOK,
                    "/v1/webhooks/@-new /name gone",
                    "name=@-new",
                    "url=http://127.0.0.1:1/new"),
            does(
                    "webhooks",
                    "Send a test: @-h",
                    "POST /v1/webhooks/@-h/test",
                    "",
                    "/v1/jobs?queue=reeve.webhooks&id_prefix=@-h: /jobs/1/id "),
            asks(
                    "webhooks",
                    "Change @-h",
                    "PUT /v1/webhooks/@-h",
                    JSON_OF_HOOK,
                    "/v1/webhooks/@-h /url http://127.0.0.1:1/old",
                    "url=http://127.0.0.1:1/new"),
            asks("webhooks", "Delete @-h", "DELETE /v1/webhooks/@-h", "", "/v1/webhooks/@-h /name @-h"),
            notes(DELIVERY),
            asks(DELIVERY, "Change…", "PATCH /v1/jobs/~", "{\"priority\":9}", "/v1/jobs/~ /priority 0", "priority=9"),
            asks(DELIVERY, "Cancel…", "POST /v1/jobs/~/cancel", "", "/v1/jobs/~ /state retrying"),
            asks(DELIVERY, "Delete…", "DELETE /v1/jobs/~", "", "/v1/jobs/~ /state retrying"),
            new DashboardAction(
                    DELIVERY, "Copy as curl", null, "POST /v1/jobs", "{\"queue\":\"reeve.webhooks\"}", null),
            new DashboardAction("nodes", "Download a backup", List.of(), "POST /v1/backup", "", null),
            asks("queue/@", "Delete @", "DELETE /v1/queues/@", "", "/v1/queues/@ /name @", "typed=@"));

    /** The same for these things. */
    DashboardAction of(DashboardThings.Made things) {
        return new DashboardAction(
                things.named(page),
                things.named(button),
                typed == null ? null : typed.stream().map(things::named).toList(),
                things.named(request),
                things.named(body),
                watched == null ? null : things.named(watched));
    }

    String method() {
        return request.substring(0, request.indexOf(' '));
    }

    String path() {
        return request.substring(request.indexOf(' ') + 1);
    }

    /** Whether it deletes, cancels or empties something: such a button has to ask. */
    boolean isDestructive() {
        boolean ends = List.of("cancel", "purge", "delete", "pause", "move", "quiet", "close")
                .contains(path().replaceAll(".*/", ""));
        return method().equals("DELETE") || (ends && !button.startsWith("End"));
    }
}
