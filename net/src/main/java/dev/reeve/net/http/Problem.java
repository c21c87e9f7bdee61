package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as a value: a kind, what happened this time, and what it is about.
 *
 * @param status that of the type, unless HTTP has a more specific one
 * @param about further members of the document, such as the job
 * @param errors what is wrong with single fields
 */
public record Problem(ProblemType type, int status, String detail, Map<String, String> about, List<FieldError> errors) {
    /** The media type of problem documents. */
    static final String MEDIA_TYPE = "application/problem+json";

    /**
     * What is wrong with one field.
     *
     * @param pointer a JSON pointer into the body, empty for all of it, or a question mark and the name of a parameter
     */
    public record FieldError(String pointer, String detail) {
        private String text() {
            return pointer.isEmpty() ? detail : pointer + ": " + detail;
        }
    }

    public Problem(ProblemType type, int status, String detail, Map<String, String> about, List<FieldError> errors) {
        this.type = type;
        this.status = status;
        this.detail = detail;
        this.about = about;
        this.errors = List.copyOf(errors);
    }

    static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.status(), detail, Map.of(), List.of());
    }

    /** Some fields are not valid. */
    public static Problem invalid(List<FieldError> errors) {
        String detail =
                errors.size() == 1 ? errors.get(0).text() : errors.size() + " fields or parameters are not valid";
        return new Problem(ProblemType.INVALID, ProblemType.INVALID.status(), detail, Map.of(), errors);
    }

    /** One field is not valid. */
    public static Problem invalid(String pointer, String detail) {
        return invalid(List.of(new FieldError(pointer, detail)));
    }

    /** Adds a member to the document. */
    public Problem about(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(about);
        more.put(name, value);
        return new Problem(type, status, detail, more, errors);
    }

    public HttpError error() {
        return new HttpError(this);
    }

    /** Writes the document as an object, also within another answer. */
    public void write(@Nullable String requestId, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", ProblemType.PATH + type.name());
        out.writeStringField("title", type.title());
        out.writeNumberField("status", status);
        out.writeStringField("detail", detail);
        for (Map.Entry<String, String> member : about.entrySet()) {
            out.writeStringField(member.getKey(), member.getValue());
        }
        if (!errors.isEmpty()) {
            out.writeArrayFieldStart("errors");
            for (FieldError error : errors) {
                out.writeStartObject();
                out.writeStringField("pointer", error.pointer());
                out.writeStringField("detail", error.detail());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        if (requestId != null) {
            out.writeStringField("request_id", requestId);
        }
        out.writeEndObject();
    }
}
