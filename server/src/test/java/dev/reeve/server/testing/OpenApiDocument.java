package dev.reeve.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The description of all routes, {@code /openapi.json}, and whether answers are as it says. A field that it does not mention
 * is an error, unless the schema is open in so many words.
 */
public final class OpenApiDocument {
    private static final String PROBLEM = "application/problem+json";

    private final ObjectMapper mapper = new ObjectMapper();
    private final JsonNode root;
    private final ObjectNode strict;
    private final SchemaRegistry registry;
    private final IdentityHashMap<JsonNode, Schema> schemas = new IdentityHashMap<>();
    private final Set<String> checkedAnswers = new TreeSet<>();
    private final Set<String> checkedProblems = new TreeSet<>();

    /** One documented method on one path. */
    public record Operation(String method, String path, JsonNode node) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    public OpenApiDocument(JsonNode root) {
        this.root = root;
        this.strict = root.deepCopy();
        close(strict);
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .keyword(new NonValidationKeyword("components"))
                .build();
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        this.registry = SchemaRegistry.withDefaultDialect(dialect, builder -> builder.schemaRegistryConfig(config));
    }

    /** The document as it is shipped. */
    public static OpenApiDocument shipped() {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream("/openapi.json")) {
            return new OpenApiDocument(new ObjectMapper().readTree(Objects.requireNonNull(in)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Objects have no other properties than those that are listed. */
    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("type").asText().equals("object")
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        node.forEach(OpenApiDocument::close);
    }

    public JsonNode root() {
        return root;
    }

    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        strict.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.add(new Operation(
                                method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()))));
        return operations;
    }

    /** The operation of a request; null if there is none. A named segment counts before one in braces. */
    private @Nullable Operation find(String method, String path) {
        Operation found = null;
        for (Operation operation : operations()) {
            boolean better = found == null || operation.path().indexOf('{') < 0;
            if (better && operation.method().equals(method) && fits(operation.path(), path)) {
                found = operation;
            }
        }
        return found;
    }

    private static boolean fits(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] segments = path.split("/", -1);
        boolean fits = wanted.length == segments.length;
        for (int i = 0; fits && i < wanted.length; i++) {
            fits = wanted[i].startsWith("{") ? !segments[i].isEmpty() : wanted[i].equals(segments[i]);
        }
        return fits;
    }

    /** Fails unless the answer is as the document says. A request without a route is answered with an error. */
    public void check(HttpResponse<String> answer) {
        String method = answer.request().method();
        Operation operation =
                find(method.equals("HEAD") ? "GET" : method, answer.uri().getRawPath());
        if (operation != null) {
            check(operation, answer);
        } else {
            assertThat(answer.statusCode()).as(method + " " + answer.uri()).isIn(403, 404, 405);
            boolean isProblem =
                    answer.headers().firstValue("content-type").orElse("").equals(PROBLEM);
            JsonNode error = strict.at("/components/schemas/" + (isProblem ? "Problem" : "Error"));
            assertThat(errors(error, parse(answer.body()))).isEmpty();
            note(isProblem ? PROBLEM : "", answer);
        }
    }

    /** Fails unless the answer to the operation is as the document says. */
    public void check(Operation operation, HttpResponse<String> answer) {
        String what = operation + " " + answer.statusCode();
        JsonNode response = operation.node().at("/responses/" + answer.statusCode());
        assertThat(response.isMissingNode()).as(what + " " + answer.body()).isFalse();
        checkedAnswers.add(what);
        response.path("headers").properties().forEach(header -> {
            boolean always = header.getValue().path("required").asBoolean(true);
            assertThat(!always || answer.headers().firstValue(header.getKey()).isPresent())
                    .as(what + " " + header.getKey())
                    .isTrue();
        });
        String type = answer.headers().firstValue("content-type").orElse("").replaceFirst(";.*", "");
        JsonNode content = response.at("/content/" + type.replace("/", "~1"));
        if (type.isEmpty() || answer.request().method().equals("HEAD")) {
            assertThat(answer.body()).as(what).isEmpty();
            return;
        }
        assertThat(content.isMissingNode()).as(what + " " + type).isFalse();
        if (type.equals("application/json") || type.equals(PROBLEM)) {
            assertThat(errors(content.get("schema"), parse(answer.body())))
                    .as(what + " " + answer.body())
                    .isEmpty();
            note(type, answer);
        }
    }

    private void note(String type, HttpResponse<String> answer) {
        if (type.equals(PROBLEM)) {
            checkedProblems.add(parse(answer.body()).path("type").asText());
        }
    }

    /** The operations with their statuses of which an answer was as the document says: {@code GET /v1/jobs 200}. */
    public Set<String> checkedAnswers() {
        return checkedAnswers;
    }

    /** The types of problems that were as the document says. */
    public Set<String> checkedProblems() {
        return checkedProblems;
    }

    /** All operations with all their statuses. */
    public Set<String> answers() {
        Set<String> all = new TreeSet<>();
        operations()
                .forEach(operation -> operation
                        .node()
                        .path("responses")
                        .fieldNames()
                        .forEachRemaining(status -> all.add(operation + " " + status)));
        return all;
    }

    /** Fails unless the data of the event is as the document says. */
    public void checkEvent(String event, String data) {
        JsonNode schema = strict.at("/paths/~1v1~1events/get/x-event-data").path(event);
        assertThat(schema.isMissingNode()).as(event).isFalse();
        assertThat(errors(schema, parse(data))).as(event + " " + data).isEmpty();
    }

    private JsonNode parse(String body) {
        try {
            return mapper.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError(body, e);
        }
    }

    /** What is wrong with the value. */
    public List<String> errors(JsonNode schema, JsonNode value) {
        Schema compiled = schemas.computeIfAbsent(schema, this::compile);
        return compiled.validate(value).stream().map(Object::toString).toList();
    }

    /** References lead to the components, which every schema therefore carries. */
    private Schema compile(JsonNode schema) {
        ObjectNode whole = mapper.createObjectNode();
        whole.set("components", strict.get("components"));
        whole.putArray("allOf").add(schema);
        return registry.getSchema(whole);
    }
}
