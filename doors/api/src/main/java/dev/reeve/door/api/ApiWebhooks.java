package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.access.Right;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Handlers of {@code /v1/webhooks} and its sub-resources. They are few, so that a list has no pages. */
record ApiWebhooks(ApiSettings settings) {
    /** The part of a delivery's id after the name of its webhook. */
    private static final int LONGEST_NUMBER = 20;

    /** {@code GET /v1/webhooks}, by name. */
    void list(Exchange exchange) throws HttpError {
        requireRight(exchange);
        exchange.askOrExplain(
                engine -> engine.webhooks().all(),
                refused -> Problems.of(refused).error(),
                all -> exchange.ok(out -> {
                    out.writeStartObject();
                    out.writeArrayFieldStart("webhooks");
                    for (Webhook webhook : all) {
                        write(webhook, out);
                    }
                    out.writeEndArray();
                    out.writeEndObject();
                }));
    }

    private static void requireRight(Exchange exchange) throws HttpError {
        if (!exchange.sender().mayEverywhere(Right.WEBHOOK)) {
            throw Problems.of(Outcome.refused(Rejection.NOT_ALLOWED, Right.WEBHOOK.word()))
                    .error();
        }
    }

    /** Everything but the secret, which only those know who have put it. */
    private static void write(Webhook webhook, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", webhook.name());
        out.writeStringField("url", webhook.url());
        JobWriter.writeTexts("events", webhook.events(), out);
        JobWriter.writeTexts("queues", webhook.patterns(), out);
        out.writeEndObject();
    }

    /** {@code GET /v1/webhooks/{name}}. */
    void show(Exchange exchange) throws HttpError {
        requireRight(exchange);
        show(exchange, webhook -> exchange.ok(out -> write(webhook, out)));
    }

    private static void show(Exchange exchange, Consumer<Webhook> answer) {
        String name = exchange.segment(0);
        exchange.askOrExplain(
                engine -> Optional.ofNullable(engine.webhooks().get(name)),
                refused -> Problems.of(refused).error(),
                found -> found.ifPresentOrElse(
                        answer,
                        () -> exchange.refuse(Problems.webhookNotFound(name).error())));
    }

    /** {@code PUT /v1/webhooks/{name}}: creates a webhook or replaces it. Without a secret it keeps the one that it has. */
    void put(Exchange exchange) throws HttpError {
        String name = exchange.segment(0);
        if (!settings.isPlainName(name, LONGEST_NUMBER)) {
            throw Problem.invalid("name", settings.expectedPlainName(LONGEST_NUMBER))
                    .error();
        }
        WebhookFields fields = new WebhookFields(settings);
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        fields.check(errors);
        errors.throwIfAny();
        exchange.submitOrExplain(
                new PutWebhook(fields.webhook(name)),
                refused -> refusal(refused, name).error(),
                created -> show(exchange, webhook -> {
                    if (created) {
                        exchange.created("/v1/webhooks/" + ApiDoor.encode(name), out -> write(webhook, out));
                    } else {
                        exchange.ok(out -> write(webhook, out));
                    }
                }));
    }

    private static Problem refusal(Outcome<?> refused, String name) {
        return refused.rejectionOrThrow() == Rejection.WEBHOOK_NOT_FOUND
                ? Problem.invalid("/secret", "is required for a new webhook")
                : Problems.ofWebhook(refused, name);
    }

    /** {@code DELETE /v1/webhooks/{name}}. */
    void delete(Exchange exchange) {
        String name = exchange.segment(0);
        exchange.submitOrExplain(
                new DropWebhook(name),
                refused -> Problems.ofWebhook(refused, name).error(),
                done -> exchange.noContent());
    }

    /** {@code POST /v1/webhooks/{name}/test}: adds a delivery that only shows that deliveries arrive. */
    void test(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        String name = exchange.segment(0);
        exchange.submitOrExplain(
                new TestWebhook(name),
                refused -> Problems.ofWebhook(refused, name).error(),
                added -> exchange.created(ApiDoor.pathOf(added.id()), out -> {
                    out.writeStartObject();
                    AddJobs.writeAdded(added, out);
                    out.writeBooleanField("created", added.created());
                    out.writeEndObject();
                }));
    }
}
