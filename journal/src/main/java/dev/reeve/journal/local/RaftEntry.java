package dev.reeve.journal.local;

/** An entry of a replicated log. Its bytes must not be changed. */
public final class RaftEntry {
    /** What an entry is for. The log treats all alike, and remembers which are not data. */
    public enum Type {
        DATA(0),
        /** Says nothing; a leader begins its term with one. */
        EMPTY(1),
        /** The members of the group. */
        MEMBERS(2);

        private static final Type[] BY_CODE = {DATA, EMPTY, MEMBERS};

        private final int code;

        Type(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        static Type of(int code) {
            if (code < 0 || code >= BY_CODE.length) {
                throw new IllegalArgumentException("there is no type of entry with code " + code);
            }
            return BY_CODE[code];
        }
    }

    private final long index;
    private final long term;
    private final Type type;
    private final byte[] bytes;

    /**
     * @param index its number, from 1
     * @param term the term of the leader that created it
     */
    public RaftEntry(long index, long term, Type type, byte[] bytes) {
        this.index = index;
        this.term = term;
        this.type = type;
        this.bytes = bytes;
    }

    public long index() {
        return index;
    }

    public long term() {
        return term;
    }

    public Type type() {
        return type;
    }

    public byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return type + " " + index + " of term " + term + ", " + bytes.length + " bytes";
    }
}
