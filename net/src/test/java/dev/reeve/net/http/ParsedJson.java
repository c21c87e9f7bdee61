package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** What the parser of requests says of bytes, to compare {@link JsonSyntax} with. */
final class ParsedJson {
    private ParsedJson() {}

    static boolean isOneValue(byte[] bytes) {
        try (JsonParser in = Json.parser(bytes)) {
            if (in.nextToken() == null) {
                return false;
            }
            in.skipChildren();
            return in.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
