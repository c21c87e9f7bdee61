package dev.reeve.door.ocypod;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonValue;
import dev.reeve.net.http.NameRule;
import dev.reeve.net.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** {@code POST /queue/{queue}/job}: adds a job to an existing queue. */
record CreateJob(OcypodDoor door) implements Route.Handler {
    /** Fields of the request body. */
    private final class NewJob {
        private final OcypodTerms terms = new OcypodTerms();
        private byte[] input = JsonBytes.NULL;
        private List<String> tags = List.of();

        void field(String name, JsonValue value) throws IOException, HttpError {
            switch (name) {
                case "input" -> input = door.checked("input", value.raw());
                case "tags" -> tags = value.isNull() ? List.of() : value.list(this::tag);
                default -> terms.field(name, value);
            }
        }

        private String tag(JsonValue value) throws IOException, HttpError {
            String tag = value.text();
            int longest = door.settings().longestNameBytes();
            if (!NameRule.isText(tag, longest)) {
                throw OcypodErrors.badTag(longest);
            }
            return tag;
        }
    }

    @Override
    public void handle(Exchange exchange) throws HttpError {
        String queue = OcypodDoor.queue(exchange);
        NewJob job = new NewJob();
        JsonFields.read(exchange.body(), job::field);
        UUID id = UUID.randomUUID();
        Add command = new Add(
                JobId.ofUuid(id.getMostSignificantBits(), id.getLeastSignificantBits()),
                queue,
                job.input,
                0,
                Add.NOW,
                OcypodTerms.DEFAULTS,
                AddOptions.inDeclaredQueue(job.terms.patch(), job.tags));
        exchange.submit(
                command,
                why -> door.words().ofQueue(why, queue),
                added -> exchange.created("/job/" + added.number(), out -> out.writeNumber(added.number())));
    }
}
