package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** beanstalkd: put, reserve, delete. */
final class BeanstalkdDialogue implements Dialogue {
    private static final byte[] RESERVE = ascii("reserve\r\n");
    private static final byte[] DELETE = ascii("delete ");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] INSERTED = ascii("INSERTED ");
    private static final byte[] RESERVED = ascii("RESERVED ");
    private static final byte[] DELETED = ascii("DELETED\r\n");

    private final Work work;
    private final byte[] put;
    private final byte[] size;
    private final byte[] number = new byte[Work.NUMBER_BYTES];
    private long id;

    BeanstalkdDialogue(Work work) {
        this.work = work;
        this.put = ascii("put 10 0 60 %d\r\n".formatted(work.payloadBytes()));
        this.size = ascii("%d\r\n".formatted(work.payloadBytes()));
    }

    @Override
    public boolean greet(Outgoing out) {
        out.bytes(ascii("use %s\r\nwatch %s\r\nignore default\r\n".formatted(work.queue(), work.queue())));
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return in.expect(ascii("USING %s\r\nWATCHING 2\r\nWATCHING 1\r\n".formatted(work.queue())));
    }

    @Override
    public void add(Outgoing out) {
        work.payload(out.bytes(put), work.nextNumber());
        out.bytes(END);
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(RESERVE);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(DELETE).decimal(id).bytes(END);
    }

    @Override
    public boolean added(Incoming in) {
        return in.expect(INSERTED) && in.decimal('\r') >= 0 && in.skip(1);
    }

    @Override
    public boolean taken(Incoming in) {
        if (!in.expect(RESERVED)) {
            return false;
        }
        id = in.decimal(' ');
        return id >= 0 && in.expect(size) && work.readPayload(in, number) && in.expect(END);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(DELETED);
    }
}
