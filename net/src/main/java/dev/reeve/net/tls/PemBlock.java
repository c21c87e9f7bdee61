package dev.reeve.net.tls;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One block of a PEM file.
 *
 * @param label the words after BEGIN
 */
record PemBlock(String label, String body) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*+(?:-(?!----)[^-]*+)*+)-----END \\1-----");

    /** All blocks of the text. What is between them is ignored, as other programs do. */
    static List<PemBlock> read(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(text);
        while (found.find()) {
            blocks.add(new PemBlock(found.group(1), found.group(2)));
        }
        return blocks;
    }

    boolean isEncrypted() {
        return label.startsWith("ENCRYPTED") || body.contains("ENCRYPTED");
    }

    /** The decoded block. Throws an IllegalArgumentException if it is malformed. */
    byte[] der() {
        return Base64.getMimeDecoder().decode(body);
    }
}
