package dev.reeve.engine.format;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Entry;

/** The encoding of a journal entry: format, command type, time, seed, content of the command. */
public final class EntryCodec {
    private static final int FORMAT = 2;

    private EntryCodec() {}

    public static void write(Entry<?> entry, ByteSink out) {
        Command<?> command = entry.command();
        out.putByte(FORMAT);
        out.putByte(command.type().code());
        out.putVarLong(entry.atMicros());
        out.putVarLong(entry.seed());
        command.write(out);
    }

    public static Entry<?> read(ByteSource in) {
        int format = in.getByte();
        if (format != FORMAT) {
            throw new FormatException("entry format " + format + " is not known to this version of Reeve");
        }
        int code = in.getByte();
        CommandType type = CommandType.ofCode(code);
        if (type == null) {
            throw new FormatException("command " + code + " is not known to this version of Reeve");
        }
        long at = in.getVarLong();
        long seed = in.getVarLong();
        Entry<?> entry = new Entry<>(at, seed, command(type, in));
        if (in.remaining() > 0) {
            throw new FormatException("a " + type + " entry is followed by " + in.remaining() + " unknown bytes");
        }
        return entry;
    }

    private static Command<?> command(CommandType type, ByteSource in) {
        try {
            return type.read(in);
        } catch (IllegalArgumentException e) {
            throw new FormatException("a " + type + " entry cannot be decoded: " + e.getMessage());
        }
    }
}
