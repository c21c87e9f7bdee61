package dev.reeve.door.qless;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a script text stands for. Scripts are recognized, not executed.
 *
 * @param form the calling convention of the script; null if it is not a qless script
 * @param call the call that the script implements; empty if the first argument names the call
 */
record Script(@Nullable CallingConvention form, String call) {
    private static final Script CURRENT = new Script(CallingConvention.CURRENT, "");
    private static final Script FOREIGN = new Script(null, "");
    private static final Pattern FIRST_COMMENT = Pattern.compile("\\A\\s*--\\s*([A-Za-z]+)\\s*\\(");
    private static final Pattern ERROR_TEXT = Pattern.compile("\\b([A-Z][a-z]+)\\(\\):");

    /** The scripts of 2012 by checksum. They are always loaded, because clients expect them after their first load. */
    static final Map<String, Script> OF_2012 = of2012(
            "33e2743326c5b85fbc0bc09be8a94d30cb87bd85 cancel",
            "4ea4ea025c743c27cf32a593e1ef19c0793b2966 complete",
            "a5aa719f665348051a1ebb0d099f70177abea8e4 config",
            "1acfefa269b75004e0301c849cbe2bc9438099d1 depends",
            "a11212a698db20040c72310ba3ffc8bd826af0a2 fail",
            "38f46fe12c17f778af5f78f174d5849b277d161f failed",
            "f7526d197070c9e82c28fad331b4c020585aad20 get",
            "54db3ad1dc28fe7c6ac02048f09f6dc2a3f46bab heartbeat",
            "a46fc07a531841ffd27137dcb69b7028de83e1f9 jobs",
            "ae9126f3aa3269591b47eb0ffcf589c2b46228a2 peek",
            "61baca2fab3027df6c1f61da193d9fd57978cbf9 pop",
            "fc8b87ff938cf8f29686a36ebdd9c5093cf76891 priority",
            "9f337bb14d1c5685e33df12db0c4cf9b3706ee82 put",
            "6339a8db6a6f8d02ee6899f25bbf3fee4f7a3c43 queues",
            "a7784f33225979301e4951921d1ed5b787725e7c recur",
            "6b383314b03348df66ba04a06d40fb68bbe6c9ef retry",
            "a4dfd645bdc9106b589a268de752d2b9bd336632 stats",
            "b1ebe42c711a53926d397c2a359c1d95ebd346ad tag",
            "6c34b124c452c1cd5a2aa32d8b89bcac6e5488e3 track",
            "177a55b9b7242d7a254975d6f2b1b022df1cb58c unfail",
            "1800b80cd4dab43381f351bf6299cc5d8873895f workers");

    private static Map<String, Script> of2012(String... shasAndCalls) {
        Map<String, Script> scripts = new TreeMap<>();
        for (String pair : shasAndCalls) {
            int blank = pair.indexOf(' ');
            scripts.put(pair.substring(0, blank), new Script(CallingConvention.Y2012, pair.substring(blank + 1)));
        }
        return Map.copyOf(scripts);
    }

    /**
     * Recognizes a script by its text, if its checksum is unknown. A script of 2012 names its call, and no other, in its first
     * comment and its error texts; a text that names several calls is a library, which must not run as one of them.
     */
    static Script read(String text) {
        if (text.contains("QlessAPI")) {
            return CURRENT;
        }
        Set<Script> named = new HashSet<>();
        addNamed(FIRST_COMMENT.matcher(text), named);
        addNamed(ERROR_TEXT.matcher(text), named);
        return named.size() == 1 ? named.iterator().next() : FOREIGN;
    }

    private static void addNamed(Matcher names, Set<Script> named) {
        while (names.find()) {
            Script script = new Script(CallingConvention.Y2012, names.group(1).toLowerCase(Locale.ROOT));
            if (OF_2012.containsValue(script)) {
                named.add(script);
            }
        }
    }
}
