package dev.reeve.server.door.qless.call;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as qless clients know them: read from texts, and written with 14 digits. */
final class LuaNumber {
    /** It never goes back, so that a long text takes no longer than its length. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?\\d++)?");

    private static final Pattern HEX = Pattern.compile("[+-]?0[xX][0-9a-fA-F]{1,15}");
    private static final Pattern INFINITE = Pattern.compile("[+-]?(?i:inf|infinity)");
    private static final int DIGITS = 14;
    private static final double EXACT = 1e14;

    private LuaNumber() {}

    /** The number, or null if the text is none. */
    static @Nullable Double parse(@Nullable String text) {
        String number = text == null ? "" : text.strip();
        if (isShortInteger(number)) {
            return (double) Long.parseLong(number);
        } else if (DECIMAL.matcher(number).matches()) {
            return Double.parseDouble(number);
        } else if (HEX.matcher(number).matches()) {
            return (double) Long.decode(number);
        } else if (INFINITE.matcher(number).matches()) {
            return number.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return null;
    }

    /** How many characters at the start of the text make a number, 0 if none do. */
    static int prefix(String text) {
        Matcher hex = HEX.matcher(text);
        if (hex.lookingAt()) {
            return hex.end();
        }
        Matcher decimal = DECIMAL.matcher(text);
        return decimal.lookingAt() ? decimal.end() : 0;
    }

    /** Most numbers that are sent are small and whole, and need no more looking at. */
    private static boolean isShortInteger(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() < DIGITS;
    }

    static String format(double number) {
        if (number == Math.rint(number) && Math.abs(number) < EXACT) {
            return Long.toString((long) number);
        }
        if (Double.isInfinite(number) || Double.isNaN(number)) {
            return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        BigDecimal rounded = new BigDecimal(number)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < DIGITS) {
            return rounded.toPlainString();
        }
        String mantissa = rounded.scaleByPowerOfTen(-exponent).toPlainString();
        String digits = Integer.toString(Math.abs(exponent));
        return mantissa + (exponent < 0 ? "e-" : "e+") + (digits.length() < 2 ? "0" : "") + digits;
    }

    /** Microseconds as seconds. */
    static String seconds(long micros) {
        return format(micros / 1e6);
    }

    /** Microseconds as whole seconds, rounded down. */
    static String wholeSeconds(long micros) {
        return Long.toString(Math.floorDiv(micros, 1_000_000L));
    }
}
