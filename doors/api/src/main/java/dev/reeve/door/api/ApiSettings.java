package dev.reeve.door.api;

import dev.reeve.net.NetLimits;
import dev.reeve.net.http.NameRule;
import dev.reeve.settings.SettingValues;

/** Settings of the door. */
public record ApiSettings(long mostPayloadBytes, int longestNameBytes) {
    public static final ApiSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static ApiSettings from(SettingValues values) {
        return new ApiSettings(values.get(NetLimits.PAYLOAD), values.get(NetLimits.NAME));
    }

    /** Whether this door may create a queue of that name. */
    boolean isQueue(String name) {
        return NameRule.isPlain(name, longestNameBytes);
    }

    /** Whether the text can be the id of a job, a type, a tag, or the name of a worker. */
    boolean isName(String text) {
        return NameRule.isText(text, longestNameBytes);
    }

    /** Whether the text can be the name of something that is part of longer names, and leaves room for the rest. */
    boolean isPlainName(String text, int restBytes) {
        return NameRule.isPlain(text, longestNameBytes - restBytes);
    }

    String expectedPlainName(int restBytes) {
        return "expected 1 to " + (longestNameBytes - restBytes) + " of A-Z a-z 0-9 _ . -";
    }

    String expectedQueue() {
        return "expected 1 to " + longestNameBytes + " of A-Z a-z 0-9 _ . - or the name of an existing queue";
    }

    String expectedNewName() {
        return "expected 1 to " + longestNameBytes + " of A-Z a-z 0-9 _ . -";
    }

    String expectedName() {
        return "expected text of 1 to " + longestNameBytes + " bytes without control characters";
    }
}
