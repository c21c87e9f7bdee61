package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.server.IoErrorText;
import dev.reeve.server.StartException;
import dev.reeve.server.UsageException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a command reads. Only output to the terminal needs escaping, so the bare stream is safe here. */
final class Input {
    private static volatile @Nullable InputStream given;

    private Input() {}

    /** Replaces stdin, for tests. */
    static void set(InputStream stream) {
        given = stream;
    }

    static InputStream stdin() {
        InputStream replaced = given;
        return replaced == null ? new FileInputStream(FileDescriptor.in) : replaced;
    }

    /**
     * A text that an argument is or names: {@code @FILE}, {@code -} for stdin, or the text itself.
     *
     * @param what the text in an error
     */
    static String text(String what, String argument) {
        try {
            if (argument.equals("-")) {
                return new String(stdin().readAllBytes(), StandardCharsets.UTF_8);
            }
            return argument.startsWith("@") ? Files.readString(Path.of(argument.substring(1))) : argument;
        } catch (IOException e) {
            throw new StartException(what + " cannot be read: " + IoErrorText.in(Path.of("."), e));
        }
    }

    /**
     * A JSON object that an argument is or names.
     *
     * @param what the object in an error
     */
    static String object(String what, String argument) {
        String text = text(what, argument);
        if (!isJson(text) || !text.strip().startsWith("{")) {
            throw new UsageException(what + " is not a JSON object");
        }
        return text;
    }

    /** Whether a text is one JSON value, with nothing after it. */
    static boolean isJson(String text) {
        try {
            byte[] json = ("{\"payload\":" + text + "}").getBytes(StandardCharsets.UTF_8);
            return JsonObject.read(json).raw("payload").text().equals(text.strip());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
