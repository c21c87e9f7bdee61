package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Parser of JSON request bodies. A body that is not JSON, or not of the expected structure, is refused with 400. */
public final class JsonFields {
    private static final String NOT_JSON = "The body is not valid JSON";

    private JsonFields() {}

    /**
     * Callback for each field. A value that the callback does not read is skipped; a repeated field is passed again.
     */
    @FunctionalInterface
    public interface Reader {
        void field(String name, JsonValue value) throws IOException, HttpError;
    }

    /** Reads an object to its end. */
    public static void read(byte[] body, Reader reader) throws HttpError {
        parse(body, in -> {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw HttpError.badRequest("Expected a JSON object");
            }
            JsonValue value = new JsonValue(in, body);
            String name;
            while ((name = in.nextFieldName()) != null) {
                in.nextToken();
                value.startOf(name);
                reader.field(name, value);
                in.skipChildren();
            }
            return true;
        });
    }

    /** Reads one value of any type and returns its bytes unchanged. */
    public static byte[] readRaw(byte[] body) throws HttpError {
        return parse(body, in -> {
            if (in.nextToken() == null) {
                throw HttpError.badRequest(NOT_JSON);
            }
            return new JsonValue(in, body).raw();
        });
    }

    /** Parses a body. */
    interface Parse<R> {
        R from(JsonParser in) throws IOException, HttpError;
    }

    static <R> R parse(byte[] body, Parse<R> parse) throws HttpError {
        if (!Json.isText(body)) {
            throw HttpError.badRequest("The body is not UTF-8");
        }
        try (JsonParser in = Json.parser(body)) {
            R result = parse.from(in);
            if (in.nextToken() != null) {
                throw HttpError.badRequest("The body is more than one JSON value");
            }
            return result;
        } catch (StreamConstraintsException e) {
            throw HttpError.badRequest("The body is nested too deeply");
        } catch (JsonProcessingException e) {
            throw HttpError.badRequest(NOT_JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
