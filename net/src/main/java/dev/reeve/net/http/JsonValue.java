package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One value of a request body, to be read once, as the type that the caller expects. Malformed JSON throws an
 * IOException.
 */
public final class JsonValue {
    private static final int LONGEST_INT = 11;

    private final JsonParser in;
    private final byte[] body;
    private String name = "";

    JsonValue(JsonParser in, byte[] body) {
        this.in = in;
        this.body = body;
    }

    void startOf(String field) {
        name = field;
    }

    public boolean isNull() {
        return in.currentToken() == JsonToken.VALUE_NULL;
    }

    /** The bytes of the value, unchanged. */
    public byte[] raw() throws IOException {
        long from = in.currentTokenLocation().getByteOffset();
        if (in.currentToken() == JsonToken.VALUE_STRING) {
            int end = endOfString((int) from);
            if (end > 0) {
                return Arrays.copyOfRange(body, (int) from, end);
            }
        }
        in.skipChildren();
        in.finishToken();
        return Arrays.copyOfRange(
                body, (int) from, end((int) in.currentLocation().getByteOffset()));
    }

    /** The end of the string that begins there, found without decoding it; 0 for one that the parser has to look at. */
    private int endOfString(int from) {
        for (int i = from + 1; i < body.length; i++) {
            byte next = body[i];
            if (next == '"') {
                return i + 1;
            }
            if (next == '\\' || (next >= 0 && next < ' ')) {
                return 0;
            }
        }
        return 0;
    }

    /** After a top-level number the parser has consumed one more byte. */
    private int end(int parsedTo) {
        int end = parsedTo;
        while (" \t\r\n".indexOf(body[end - 1]) >= 0) {
            end--;
        }
        return end;
    }

    public String text() throws IOException, HttpError {
        return text("a string");
    }

    private String text(String wanted) throws IOException, HttpError {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw expected(wanted);
        }
        return in.getText();
    }

    public int integer(int min, int max) throws IOException, HttpError {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT && in.getTextLength() <= LONGEST_INT) {
            long number = Long.parseLong(in.getText());
            if (number >= min && number <= max) {
                return (int) number;
            }
        }
        throw expected("a whole number from " + min + " to " + max);
    }

    /** A duration in microseconds. */
    public long durationMicros() throws IOException, HttpError {
        String text = text("a duration such as \"30s\"");
        try {
            return Durations.parseMicros(text);
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** Reads one element of a list. */
    @FunctionalInterface
    public interface Member<T> {
        T read(JsonValue value) throws IOException, HttpError;
    }

    public <T> List<T> list(Member<T> member) throws IOException, HttpError {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw expected("a list");
        }
        List<T> members = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            members.add(member.read(this));
            in.skipChildren();
        }
        return members;
    }

    private HttpError expected(String what) {
        return HttpError.badRequest("Expected " + what + " for " + name);
    }
}
