package dev.reeve.door.qless;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loaded scripts by the SHA-1 of their text, without the text. Above {@link #MOST_LOADED} the least recently used script
 * is removed; its clients get NOSCRIPT and load it again.
 */
final class Scripts {
    private static final int MOST_LOADED = 1024;

    private final Map<String, Script> loaded = new LinkedHashMap<>(16, 0.75f, true);

    /** Loads a script and returns its checksum. */
    String load(byte[] text) {
        String sha = sha1(text);
        if (!Script.OF_2012.containsKey(sha) && !loaded.containsKey(sha)) {
            if (loaded.size() >= MOST_LOADED) {
                loaded.remove(loaded.keySet().iterator().next());
            }
            loaded.put(sha, Script.read(RequestText.exact(text)));
        }
        return sha;
    }

    @Nullable
    Script find(String sha) {
        Script script = loaded.get(sha);
        if (script == null) {
            script = Script.OF_2012.get(sha);
        }
        return script != null || sha.equals(lower(sha)) ? script : find(lower(sha));
    }

    private static String lower(String sha) {
        return sha.toLowerCase(Locale.ROOT);
    }

    /** Removes all loaded scripts. The scripts of 2012 stay. */
    void flush() {
        loaded.clear();
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
