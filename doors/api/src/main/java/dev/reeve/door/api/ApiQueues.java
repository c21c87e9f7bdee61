package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Command;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PurgeQueue;
import dev.reeve.engine.command.SetDeadLetter;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.Rates;
import dev.reeve.node.Requests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/queues} and its sub-resources. */
record ApiQueues(ApiSettings settings) {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final String LIST = "queues";
    private static final int BYTES_A_QUEUE = 700;
    private static final double MICROS_A_SECOND = 1e6;

    /**
     * A queue with the numbers that the node has of it.
     *
     * @param waiting how many calls wait for its jobs
     * @param rates null for a queue without a tally of its own
     */
    private record Shown(
            QueueView queue, int waiting, @Nullable Rates rates) {
        static Shown of(QueueView queue, Requests node) {
            return new Shown(
                    queue, node.waitingFor(queue.name()), node.watch().series().rates(queue.name()));
        }
    }

    /** Queues, and the time for which their numbers hold. */
    private record Page(List<Shown> queues, long atMicros) {}

    /** {@code GET /v1/queues}, by name. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        String after = cursor == null ? "" : new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        long now = exchange.nowMicros();
        exchange.askNode(
                (engine, node) -> new Page(
                        engine.queuesAfter(after, limit + 1).stream()
                                .map(queue -> Shown.of(queue, node))
                                .toList(),
                        now),
                refused -> Problems.of(refused).error(),
                page -> exchange.whenBudgetAllows(
                        (long) BYTES_A_QUEUE * page.queues.size(), () -> answer(exchange, page, limit)));
    }

    private static void answer(Exchange exchange, Page page, int limit) {
        boolean more = page.queues.size() > limit;
        List<Shown> shown = more ? page.queues.subList(0, limit) : page.queues;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart(LIST);
            for (Shown queue : shown) {
                write(queue, page.atMicros, out);
            }
            out.writeEndArray();
            String last = more ? shown.get(shown.size() - 1).queue().name() : null;
            out.writeStringField(
                    "cursor", last == null ? null : Cursor.print(LIST, last.getBytes(StandardCharsets.UTF_8)));
            out.writeEndObject();
        });
    }

    private static void write(Shown shown, long nowMicros, JsonGenerator out) throws IOException {
        QueueView queue = shown.queue();
        out.writeStartObject();
        out.writeStringField("name", queue.name());
        for (State state : State.values()) {
            out.writeNumberField(States.word(state), queue.count(state));
        }
        long since = queue.waitingSinceMicros();
        out.writeNumberField(
                "oldest_seconds", since == Long.MAX_VALUE ? 0 : Math.max(0, nowMicros - since) / MICROS_A_SECOND);
        StatsWriter.writeQueueRates(shown.rates(), out);
        out.writeNumberField("waiting_workers", shown.waiting());
        out.writeBooleanField("paused", queue.paused());
        Terms defaults = queue.defaults();
        out.writeObjectFieldStart("settings");
        out.writeNumberField("priority", queue.priority());
        TermsFields.write(defaults == null ? Terms.STANDARD : defaults, out);
        if (queue.deadLetter() != null) {
            out.writeStringField("dead_letter", queue.deadLetter());
        }
        LimitFields.writeOfQueue(queue.limit(), out);
        out.writeEndObject();
        out.writeEndObject();
    }

    /** {@code GET /v1/queues/{queue}}. */
    void show(Exchange exchange) {
        show(exchange, exchange.segment(0), writer -> exchange.ok(writer::write));
    }

    private interface Writer {
        void write(JsonGenerator out) throws IOException;
    }

    private static void show(Exchange exchange, String name, Consumer<Writer> answer) {
        long now = exchange.nowMicros();
        exchange.askNode(
                (engine, node) -> Optional.ofNullable(engine.queue(name)).map(queue -> Shown.of(queue, node)),
                refused -> Problems.ofQueue(refused, name).error(),
                found -> found.ifPresentOrElse(
                        row -> answer.accept(out -> write(row, now, out)),
                        () -> exchange.refuse(Problems.queueNotFound(name).error())));
    }

    /** {@code PUT /v1/queues/{queue}}: creates a queue or replaces its settings. */
    void configure(Exchange exchange) throws HttpError {
        String name = exchange.segment(0);
        SettingsFields fields = new SettingsFields(settings);
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        if (name.equals(fields.deadLetter)) {
            errors.add("/dead_letter", "is the queue itself");
        }
        errors.throwIfAny();
        ConfigureQueue command = new ConfigureQueue(
                name,
                fields.terms.terms(),
                fields.priority == null ? 0L : fields.priority.longValue(),
                fields.limit.limit());
        SetDeadLetter.Target to = fields.deadLetter == null ? null : new SetDeadLetter.Target(fields.deadLetter);
        CommandGroup both = new CommandGroup(
                List.of(new CommandGroup.Do(command), new CommandGroup.Do(new SetDeadLetter(name, to))));
        if (settings.isQueue(name)) {
            configure(exchange, name, both);
        } else {
            // A name that this door does not create may be that of another door's queue.
            exchange.askOrExplain(
                    engine -> engine.queue(name) != null,
                    refused -> Problems.ofQueue(refused, name).error(),
                    exists -> {
                        if (exists) {
                            configure(exchange, name, both);
                        } else {
                            exchange.refuse(Problems.queueNotMade(name, settings.expectedNewName())
                                    .error());
                        }
                    });
        }
    }

    /** The settings of a queue. */
    private static final class SettingsFields {
        private final TermsFields terms = new TermsFields();
        private final ApiSettings settings;
        private final LimitFields limit = new LimitFields();
        private @Nullable Integer priority;
        private @Nullable String deadLetter;

        SettingsFields(ApiSettings settings) {
            this.settings = settings;
        }

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "priority" -> priority = value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
                case "dead_letter" -> deadLetter = value.text(settings::isQueue, settings.expectedQueue());
                default -> {
                    return limit.fieldOfQueue(name, value) || terms.field(name, value);
                }
            }
            return true;
        }
    }

    /** Submits both commands; the outcome of the first says whether the queue is new. */
    private static void configure(Exchange exchange, String name, CommandGroup command) {
        exchange.submitOrExplain(
                command,
                refused -> Problems.ofQueue(refused, name).error(),
                outcomes -> show(exchange, name, writer -> {
                    if (Boolean.TRUE.equals(outcomes.get(0).reply())) {
                        exchange.created("/v1/queues/" + ApiDoor.encode(name), writer::write);
                    } else {
                        exchange.ok(writer::write);
                    }
                }));
    }

    /** {@code DELETE /v1/queues/{queue}}. */
    void delete(Exchange exchange) {
        change(exchange, new DeleteQueue(exchange.segment(0)));
    }

    void pause(Exchange exchange) throws HttpError {
        pause(exchange, true);
    }

    void resume(Exchange exchange) throws HttpError {
        pause(exchange, false);
    }

    private static void pause(Exchange exchange, boolean paused) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, new Pause(List.of(exchange.segment(0)), paused, false));
    }

    /** {@code POST /v1/queues/{queue}/purge}. */
    void purge(Exchange exchange) throws HttpError {
        PurgeFields fields = new PurgeFields();
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        List<State> states = fields.states;
        if (states == null) {
            errors.missing("/states");
        } else if (states.isEmpty() && errors.isEmpty()) {
            errors.add("/states", "names no state");
        }
        errors.throwIfAny();
        change(exchange, new PurgeQueue(exchange.segment(0), states == null ? List.of() : states));
    }

    /** The fields of a purge. */
    private static final class PurgeFields {
        private @Nullable List<State> states;

        boolean field(String name, StrictJson value) throws IOException {
            if (!name.equals("states")) {
                return false;
            }
            states = value.list(State.values().length, PurgeFields::state);
            return true;
        }

        private static @Nullable State state(StrictJson value) throws IOException {
            String word = value.text(text -> States.of(text) != null, States.EXPECTED);
            return word == null ? null : States.of(word);
        }
    }

    private static <R> void change(Exchange exchange, Command<R> command) {
        String name = exchange.segment(0);
        exchange.submitOrExplain(
                command, refused -> Problems.ofQueue(refused, name).error(), done -> exchange.noContent());
    }
}
