package dev.reeve.door.qless;

import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;

/** The two versions of the Redis protocol, and the encoding of replies in each. */
enum RespVersion {
    RESP2(2, "$-1\r\n", "*-1\r\n"),
    RESP3(3, "_\r\n", "_\r\n");

    private static final byte[] LINE_END = {'\r', '\n'};

    private final int number;
    private final String nil;
    private final String nilArray;

    RespVersion(int number, String nil, String nilArray) {
        this.number = number;
        this.nil = nil;
        this.nilArray = nilArray;
    }

    int number() {
        return number;
    }

    void write(Resp reply, ReplyBuffer out) {
        if (reply instanceof Resp.Bulk bulk) {
            header('$', bulk.bytes().length, out);
            out.payload(bulk.bytes());
            out.bytes(LINE_END);
        } else if (reply instanceof Resp.LongBulk bulk) {
            header('$', bulk.bytes(), out);
            bulk.parts().forEach(out::payload);
            out.bytes(LINE_END);
        } else if (reply instanceof Resp.Int number) {
            header(':', number.value(), out);
        } else if (reply instanceof Resp.Nil missing) {
            ByteBufUtil.writeAscii(out.buffer(), missing == Resp.Nil.NIL ? nil : nilArray);
        } else if (reply instanceof Resp.Aggregate aggregate) {
            aggregate(aggregate.type(), aggregate.items(), out);
        } else if (reply instanceof Resp.Deferred || reply instanceof Resp.Gradual) {
            write(Resp.whole(reply), out);
        } else if (reply instanceof Resp.Simple line) {
            line('+', line.text(), out);
        } else if (reply instanceof Resp.Error error) {
            line('-', error.text(), out);
        } else if (reply instanceof Resp.Real number) {
            real(number.text(), out);
        }
    }

    private void aggregate(Resp.Type type, List<Resp> items, ReplyBuffer out) {
        open(type, items.size(), out);
        for (int i = 0; i < items.size(); i++) {
            openItem(type, i, out);
            write(items.get(i), out);
        }
    }

    /** Writes the header of several values. The items have to be written next. */
    void open(Resp.Type type, int items, ReplyBuffer out) {
        boolean inPairs = this == RESP3 && (type == Resp.Type.MAP || type == Resp.Type.SCORES);
        header(this == RESP3 ? type.character() : '*', inPairs ? items / 2 : items, out);
    }

    /** Writes what precedes an item. */
    void openItem(Resp.Type type, int index, ReplyBuffer out) {
        if (this == RESP3 && type == Resp.Type.SCORES && index % 2 == 0) {
            header('*', 2, out);
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
