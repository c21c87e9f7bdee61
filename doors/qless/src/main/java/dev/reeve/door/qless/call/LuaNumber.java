package dev.reeve.door.qless.call;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses and formats numbers as Lua does, with 14 significant digits. */
final class LuaNumber {
    /** Possessive quantifiers prevent backtracking, so the run time is linear in the length of the text. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?\\d++)?");

    private static final Pattern HEX = Pattern.compile("[+-]?0[xX][0-9a-fA-F]{1,15}");
    private static final Pattern INFINITE = Pattern.compile("[+-]?(?i:inf|infinity)");
    private static final int DIGITS = 14;
    private static final double EXACT = 1e14;
    private static final int EXACT_DIGITS = 15;
    private static final double[] TENS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    private static final long MICROS = 1_000_000;

    private LuaNumber() {}

    /** The number; null if the text is not a number. */
    static @Nullable Double parse(@Nullable String text) {
        String number = text == null ? "" : text.strip();
        double plain = plain(number);
        if (plain >= 0) {
            return plain;
        } else if (DECIMAL.matcher(number).matches()) {
            return Double.parseDouble(number);
        } else if (HEX.matcher(number).matches()) {
            return (double) Long.decode(number);
        } else if (INFINITE.matcher(number).matches()) {
            return number.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return null;
    }

    /** The length of the number at the start of the text; 0 if there is none. */
    static int prefix(String text) {
        Matcher hex = HEX.matcher(text);
        if (hex.lookingAt()) {
            return hex.end();
        }
        Matcher decimal = DECIMAL.matcher(text);
        return decimal.lookingAt() ? decimal.end() : 0;
    }

    /**
     * The fast path for most numbers: digits with at most one decimal point, short enough to be exact. -1 for any other
     * text.
     */
    private static double plain(String text) {
        long digits = 0;
        int pointAt = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && pointAt < 0) {
                pointAt = i;
            } else if (c >= '0' && c <= '9') {
                digits = digits * 10 + (c - '0');
            } else {
                return -1;
            }
        }
        boolean isShort = text.length() <= EXACT_DIGITS && text.length() > (pointAt < 0 ? 0 : 1);
        return isShort ? digits / TENS[pointAt < 0 ? 0 : text.length() - 1 - pointAt] : -1;
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

    /** Formats microseconds as seconds. */
    static String seconds(long micros) {
        // Current times have ten digits before the point, which leaves four of 14 for the fraction.
        boolean hasTenDigits = micros >= 1_000_000_000 * MICROS && micros < 4_000_000_000L * MICROS;
        return hasTenDigits && micros % 100 != 50 ? withFourDecimals((micros + 50) / 100) : format(micros / 1e6);
    }

    private static String withFourDecimals(long tenThousandths) {
        long decimals = tenThousandths % 10_000;
        StringBuilder text = new StringBuilder(16).append(tenThousandths / 10_000);
        if (decimals > 0) {
            text.append('.');
            for (long unit = 1_000; decimals > 0; unit /= 10) {
                text.append((char) ('0' + decimals / unit));
                decimals %= unit;
            }
        }
        return text.toString();
    }

    /** Formats microseconds as whole seconds, rounded down. */
    static String wholeSeconds(long micros) {
        return Long.toString(Math.floorDiv(micros, 1_000_000L));
    }
}
