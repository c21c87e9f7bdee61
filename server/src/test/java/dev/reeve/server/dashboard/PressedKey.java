package dev.reeve.server.dashboard;

import java.util.List;
import java.util.Map;
import org.openqa.selenium.Keys;

/**
 * A key as the browser gets it from a keyboard. Selenium asks for the element that has the keyboard first, and looks at it: two thirds of the
 * work of a key.
 *
 * @param text what it types; empty if nothing
 */
record PressedKey(String name, int code, String text) {
    static PressedKey of(Keys key) {
        return switch (key) {
            case TAB -> new PressedKey("Tab", 9, "");
            case ENTER -> new PressedKey("Enter", 13, "\r");
            case ESCAPE -> new PressedKey("Escape", 27, "");
            default -> throw new IllegalArgumentException("no test presses " + key.name());
        };
    }

    /** It goes down and up. */
    List<Map<String, Object>> events() {
        return List.of(event(text.isEmpty() ? "rawKeyDown" : "keyDown"), event("keyUp"));
    }

    private Map<String, Object> event(String type) {
        return Map.of("type", type, "key", name, "code", name, "windowsVirtualKeyCode", code, "text", text);
    }
}
