package dev.reeve.door.qless;

import java.util.ArrayList;
import java.util.List;

/**
 * A compiled pattern of PSUBSCRIBE or KEYS: {@code *}, {@code ?}, {@code [abc]}, {@code [^a-z]} and {@code \} to escape a
 * character. The stars divide it into pieces of fixed length. The first and the last piece have fixed places; each of the
 * others is searched once, behind the one before it. So no part of the text is read twice, however many stars there are.
 */
public final class Glob {
    /** The maximum length of a pattern. */
    public static final int LONGEST = 1024;

    public static final Resp.Error TOO_LONG = new Resp.Error("ERR the pattern is too long, the limit is 1024 bytes");

    private final List<GlobPiece> pieces;

    private Glob(List<GlobPiece> pieces) {
        this.pieces = pieces;
    }

    public static boolean isTooLong(String pattern) {
        return pattern.length() > LONGEST;
    }

    public static boolean matches(String pattern, String text) {
        return compile(pattern).matches(text);
    }

    public static Glob compile(String pattern) {
        List<GlobPiece> pieces = new ArrayList<>();
        int at = 0;
        while (at >= 0) {
            GlobPiece piece = new GlobPiece();
            at = piece.parse(pattern, at);
            pieces.add(piece);
        }
        return new Glob(pieces);
    }

    public boolean matches(String text) {
        GlobPiece first = pieces.get(0);
        GlobPiece last = pieces.get(pieces.size() - 1);
        if (pieces.size() == 1) {
            return text.length() == first.length() && first.isAt(text, 0);
        }
        int end = text.length() - last.length();
        int at = first.length();
        if (end < at || !first.isAt(text, 0) || !last.isAt(text, end)) {
            return false;
        }
        for (int i = 1; i < pieces.size() - 1; i++) {
            at = pieces.get(i).findEnd(text, at, end);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }
}
