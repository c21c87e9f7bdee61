package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reeve.server.testing.OpenApiDocument;
import io.openapiparser.OpenApiParser;
import io.openapiparser.OpenApiResult;
import io.openapiparser.OpenApiVersion;
import io.openapiparser.ValidationError;
import io.openapiprocessor.interfaces.Reader;
import io.openapiprocessor.jackson.JacksonConverter;
import io.openapiprocessor.jsonschema.schema.DocumentLoader;
import io.openapiprocessor.jsonschema.schema.DocumentStore;
import io.openapiprocessor.jsonschema.schema.SchemaStore;
import io.openapiprocessor.jsonschema.validator.Validator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@code /openapi.json} is valid OpenAPI 3.1 to two validators, and its examples are valid by its own schemas. */
class OpenApiValidityTest {
    private static final String SPECIFICATION = "https://spec.openapis.org/oas/";
    private static final String SCHEMA = SPECIFICATION + "3.1/schema-base/2025-09-15";

    private final OpenApiDocument document = OpenApiDocument.shipped();

    /** The schemas of the specification are in a jar; nothing is loaded from elsewhere. */
    private static InputStream specification(String id) throws IOException {
        InputStream found = id.startsWith(SPECIFICATION)
                ? OpenApiParser.class.getResourceAsStream("/openapi/" + id.substring(SPECIFICATION.length()))
                : null;
        if (found == null) {
            throw new FileNotFoundException(id);
        }
        return found;
    }

    @Test
    void the_first_validator_finds_nothing() {
        assertThat(errorsBySchema(document.root())).isEmpty();
    }

    @Test
    void the_second_validator_finds_nothing() throws Exception {
        assertThat(errorsByParser(Objects.requireNonNull(getClass().getResource("/openapi.json"))
                        .toURI()))
                .isEmpty();
    }

    @Test
    void a_mistake_is_found_by_both() throws Exception {
        ObjectNode small = JsonNodeFactory.instance.objectNode();
        small.set("openapi", document.root().get("openapi"));
        small.set("info", document.root().get("info"));
        ObjectNode post = small.putObject("paths").putObject("/v1/jobs").putObject("post");
        assertThat(errorsByBoth(small)).isEmpty();
        post.put("responses", 7);
        assertThat(errorsBySchema(small)).isNotEmpty();
        assertThat(errorsByParser(small)).isNotEmpty();
    }

    private static List<String> errorsByBoth(JsonNode root) throws IOException {
        List<String> errors = new ArrayList<>(errorsBySchema(root));
        errors.addAll(errorsByParser(root));
        return errors;
    }

    private static List<String> errorsByParser(JsonNode root) throws IOException {
        Path file = Files.createTempFile("openapi", ".json");
        try {
            Files.writeString(file, root.toString());
            return errorsByParser(file.toUri());
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> errorsBySchema(JsonNode root) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(OpenApiValidityTest::textOf));
        Schema schema = registry.getSchema(SchemaLocation.of(SCHEMA));
        return schema.validate(root).stream().map(Object::toString).toList();
    }

    private static String textOf(String id) {
        try (InputStream in = specification(id)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> errorsByParser(URI file) {
        Reader reader = id -> id.getScheme().equals("https")
                ? specification(id.toString())
                : id.toURL().openStream();
        DocumentLoader loader = new DocumentLoader(reader, new JacksonConverter());
        OpenApiResult result = new OpenApiParser(new DocumentStore(), loader).parse(file);
        assertThat(result.getVersion()).isEqualTo(OpenApiVersion.V31);
        SchemaStore store = new SchemaStore(loader);
        store.registerDraft202012();
        boolean valid = result.validate(new Validator(), store);
        List<String> errors = new ArrayList<>();
        for (ValidationError error : result.getValidationErrors()) {
            errors.add(error.getInstanceLocation() + " " + error.getText());
        }
        assertThat(errors.isEmpty()).isEqualTo(valid);
        return errors;
    }

    @Test
    void every_example_is_valid() {
        List<String> errors = new ArrayList<>();
        int examples = check("", document.root(), errors);
        assertThat(errors).isEmpty();
        assertThat(examples).isGreaterThan(20);
    }

    /** Checks the examples in this node and below. Returns how many there are. */
    private int check(String where, JsonNode node, List<String> errors) {
        int found = 0;
        if (node.isObject() && node.has("schema") && node.has("example")) {
            JsonNode schema = node.get("schema");
            document.errors(schema, node.get("example")).forEach(error -> errors.add(where + ": " + error));
            found++;
        }
        for (var field : node.properties()) {
            found += check(where + "/" + field.getKey(), field.getValue(), errors);
        }
        if (node.isArray()) {
            for (JsonNode member : node) {
                found += check(where + "/-", member, errors);
            }
        }
        return found;
    }

    @Test
    void it_works_behind_any_address_and_says_how_to_log_in() {
        assertThat(document.root().at("/servers")).hasSize(1);
        assertThat(document.root().at("/servers/0/url").asText()).isEqualTo("/");
        assertThat(document.root()
                        .at("/components/securitySchemes/token/scheme")
                        .asText())
                .isEqualTo("bearer");
        assertThat(document.root()
                        .at("/components/securitySchemes/password/scheme")
                        .asText())
                .isEqualTo("basic");
        assertThat(document.root().at("/security")).hasSize(3);
    }
}
