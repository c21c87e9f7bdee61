package dev.reeve.door.api;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.command.DropSchedule;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.schedule.ScheduleTimes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/schedules} and its sub-resources. */
record ApiSchedules(ApiSettings settings) {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final String LIST = "schedules";
    /** The part of a run's id after the name of its schedule. */
    private static final int LONGEST_TIME = 28;

    /** {@code GET /v1/schedules}, by name. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        String after = cursor == null ? "" : new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        exchange.askOrExplain(
                engine -> engine.schedules().after(after, limit + 1),
                refused -> Problems.of(refused).error(),
                found -> exchange.whenBudgetAllows(
                        found.stream().mapToLong(ScheduleWriter::size).sum(), () -> answer(exchange, found, limit)));
    }

    private static void answer(Exchange exchange, List<Schedule> found, int limit) {
        boolean more = found.size() > limit;
        List<Schedule> shown = more ? found.subList(0, limit) : found;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart(LIST);
            for (Schedule schedule : shown) {
                ScheduleWriter.write(schedule, out);
            }
            out.writeEndArray();
            String last = more ? shown.get(shown.size() - 1).name() : null;
            out.writeStringField(
                    "cursor", last == null ? null : Cursor.print(LIST, last.getBytes(StandardCharsets.UTF_8)));
            out.writeEndObject();
        });
    }

    /** {@code GET /v1/schedules/{name}}. */
    void show(Exchange exchange) {
        show(exchange, shown -> exchange.ok(out -> ScheduleWriter.write(shown, out)));
    }

    private static void show(Exchange exchange, Consumer<ScheduleWriter.Shown> answer) {
        String name = exchange.segment(0);
        exchange.askOrExplain(
                engine -> Optional.ofNullable(engine.schedules().get(name)).map(known -> withStates(known, engine)),
                refused -> Problems.ofSchedule(refused, name).error(),
                found -> found.ifPresentOrElse(
                        shown -> exchange.whenBudgetAllows(
                                ScheduleWriter.size(shown.schedule()), () -> answer.accept(shown)),
                        () -> exchange.refuse(Problems.scheduleNotFound(name).error())));
    }

    private static ScheduleWriter.Shown withStates(Schedule schedule, EngineView engine) {
        List<@Nullable State> states = new ArrayList<>();
        for (JobId id : schedule.last()) {
            states.add(state(engine, id));
        }
        return new ScheduleWriter.Shown(schedule, states);
    }

    private static @Nullable State state(EngineView engine, JobId id) {
        try {
            JobView job = engine.job(JobRef.of(id));
            return job == null ? null : job.state();
        } catch (RefusedQueryException e) {
            // The job was moved to a queue that the reader may not see.
            return null;
        }
    }

    /** {@code PUT /v1/schedules/{name}}: creates a schedule or replaces it. */
    void put(Exchange exchange) throws HttpError {
        String name = exchange.segment(0);
        if (!settings.isPlainName(name, LONGEST_TIME)) {
            throw Problem.invalid("name", settings.expectedPlainName(LONGEST_TIME))
                    .error();
        }
        ScheduleFields fields = new ScheduleFields(new AddRequest(settings, "", null, Map.of(), exchange.nowMicros()));
        Problem problem = fields.check(StrictJson.read(exchange.body(), fields::field));
        if (problem != null) {
            throw problem.error();
        }
        exchange.submitOrExplain(
                new PutSchedule(name, fields.spec(), fields.firstMicros(exchange.systemMicros())),
                refused -> Problems.ofSchedule(refused, name).error(),
                created -> show(exchange, shown -> {
                    if (created) {
                        exchange.created(
                                "/v1/schedules/" + ApiDoor.encode(name), out -> ScheduleWriter.write(shown, out));
                    } else {
                        exchange.ok(out -> ScheduleWriter.write(shown, out));
                    }
                }));
    }

    /** {@code DELETE /v1/schedules/{name}}. */
    void delete(Exchange exchange) {
        change(exchange, new DropSchedule(exchange.segment(0)));
    }

    /** {@code POST /v1/schedules/{name}/run}: adds a job now. */
    void run(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        String name = exchange.segment(0);
        exchange.submitOrExplain(
                new RunNow(name),
                refused -> Problems.ofSchedule(refused, name).error(),
                added -> exchange.created(ApiDoor.pathOf(added.id()), out -> {
                    out.writeStartObject();
                    AddJobs.writeAdded(added, out);
                    out.writeBooleanField("created", added.created());
                    out.writeEndObject();
                }));
    }

    void pause(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, new PauseSchedule(exchange.segment(0), true, 0));
    }

    /** {@code POST /v1/schedules/{name}/resume}: the next run is the first one from now on. */
    void resume(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        String name = exchange.segment(0);
        show(exchange, shown -> {
            long first = ScheduleTimes.of(shown.schedule().spec()).firstMicros(exchange.systemMicros());
            change(exchange, new PauseSchedule(name, false, first));
        });
    }

    private static <R> void change(Exchange exchange, Command<R> command) {
        String name = exchange.segment(0);
        exchange.submitOrExplain(
                command, refused -> Problems.ofSchedule(refused, name).error(), done -> exchange.noContent());
    }
}
