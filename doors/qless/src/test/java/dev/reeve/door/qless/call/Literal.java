package dev.reeve.door.qless.call;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the notation of the transcripts: tuples, lists, texts, whole numbers, None; and b'…', which becomes a byte[]. */
public final class Literal {
    private final String text;
    private int at;

    public Literal(String text) {
        this.text = text;
    }

    /** The text after the last value. */
    public String rest() {
        return text.substring(at);
    }

    public @Nullable Object next() {
        skipBlanks();
        char c = text.charAt(at);
        if (c == '(' || c == '[') {
            return list(c == '(' ? ')' : ']');
        } else if (c == '\'' || c == '"') {
            return new String(string(), StandardCharsets.ISO_8859_1);
        } else if (c == 'b') {
            at++;
            return string();
        }
        int start = at;
        while (at < text.length() && ",)] ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return word.equals("None") ? null : Long.valueOf(word);
    }

    public List<?> nextList() {
        return (List<?>) Objects.requireNonNull(next());
    }

    public byte[] nextBytes() {
        return (byte[]) Objects.requireNonNull(next());
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private List<@Nullable Object> list(char end) {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        skipBlanks();
        while (text.charAt(at) != end) {
            list.add(next());
            skipBlanks();
            if (text.charAt(at) == ',') {
                at++;
                skipBlanks();
            }
        }
        at++;
        return list;
    }

    private byte[] string() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        char quote = text.charAt(at++);
        while (text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\') {
                c = text.charAt(at++);
                c = switch (c) {
                    case 'r' -> '\r';
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    default -> c;
                };
            }
            bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        }
        at++;
        return bytes.toByteArray();
    }
}
