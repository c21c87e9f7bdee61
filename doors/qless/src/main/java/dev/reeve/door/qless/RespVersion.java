package dev.reeve.door.qless;

import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;

/** The two versions of the Redis protocol, and the encoding of replies in each. */
enum RespVersion {
    RESP2(2, "$-1\r\n", "*-1\r\n", "***", 1),
    RESP3(3, "_\r\n", "_\r\n", "%~>", 2);

    private static final byte[] LINE_END = {'\r', '\n'};

    private final int number;
    private final String nil;
    private final String nilArray;
    private final char pairs;
    private final char members;
    private final char push;
    private final int itemsPerPair;

    RespVersion(int number, String nil, String nilArray, String types, int itemsPerPair) {
        this.number = number;
        this.nil = nil;
        this.nilArray = nilArray;
        this.pairs = types.charAt(0);
        this.members = types.charAt(1);
        this.push = types.charAt(2);
        this.itemsPerPair = itemsPerPair;
    }

    int number() {
        return number;
    }

    void write(Resp reply, ReplyBuffer out) {
        if (reply instanceof Resp.Bulk bulk) {
            header('$', bulk.bytes().length, out);
            out.payload(bulk.bytes());
            out.bytes(LINE_END);
        } else if (reply instanceof Resp.Int number) {
            header(':', number.value(), out);
        } else if (reply instanceof Resp.Nil missing) {
            ByteBufUtil.writeAscii(out.buffer(), missing == Resp.Nil.NIL ? nil : nilArray);
        } else if (reply instanceof Resp.Array array) {
            items('*', array.items().size(), array.items(), out);
        } else if (reply instanceof Resp.Deferred deferred) {
            write(deferred.encoder().get(), out);
        } else if (reply instanceof Resp.Simple line) {
            line('+', line.text(), out);
        } else if (reply instanceof Resp.Error error) {
            line('-', error.text(), out);
        } else if (reply instanceof Resp.Pairs map) {
            items(pairs, map.items().size() / itemsPerPair, map.items(), out);
        } else if (reply instanceof Resp.Scores scores) {
            scores(scores.items(), out);
        } else if (reply instanceof Resp.Real number) {
            real(number.text(), out);
        } else if (reply instanceof Resp.Members set) {
            items(members, set.items().size(), set.items(), out);
        } else if (reply instanceof Resp.Push message) {
            items(push, message.items().size(), message.items(), out);
        }
    }

    /** Writes the header of an array. The items have to be written next. */
    void openArray(int count, ReplyBuffer out) {
        header('*', count, out);
    }

    private void items(char type, int count, List<Resp> items, ReplyBuffer out) {
        header(type, count, out);
        for (Resp item : items) {
            write(item, out);
        }
    }

    private void scores(List<Resp> items, ReplyBuffer out) {
        header('*', items.size() / itemsPerPair, out);
        for (int i = 0; i < items.size(); i++) {
            if (this == RESP3 && i % 2 == 0) {
                header('*', 2, out);
            }
            write(items.get(i), out);
        }
    }

    private void real(String text, ReplyBuffer out) {
        if (this == RESP3) {
            line(',', text, out);
        } else {
            write(Resp.bulk(text), out);
        }
    }

    private static void header(char type, long number, ReplyBuffer out) {
        ByteBuf buffer = out.buffer();
        buffer.writeByte(type);
        if (number >= 0 && number < 10) {
            buffer.writeByte('0' + (int) number);
        } else {
            ByteBufUtil.writeAscii(buffer, Long.toString(number));
        }
        buffer.writeBytes(LINE_END);
    }

    /** Writes the text as one line; line breaks in it become blanks. */
    private static void line(char type, String text, ReplyBuffer out) {
        ByteBuf buffer = out.buffer();
        buffer.writeByte(type);
        ByteBufUtil.writeUtf8(buffer, text.replace('\r', ' ').replace('\n', ' '));
        buffer.writeBytes(LINE_END);
    }
}
