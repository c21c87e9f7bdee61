package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Workq with a login before the first command. */
final class WorkqLogin implements Dialogue {
    private static final byte[] OK = ascii("+OK\r\n");

    private final byte[] login;
    private final Dialogue workq;

    WorkqLogin(String token, Dialogue workq) {
        this.login = ascii("auth " + token + "\r\n");
        this.workq = workq;
    }

    @Override
    public boolean greet(Outgoing out) {
        out.bytes(login);
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return in.expect(OK);
    }

    @Override
    public void add(Outgoing out) {
        workq.add(out);
    }

    @Override
    public void take(Outgoing out) {
        workq.take(out);
    }

    @Override
    public void finish(Outgoing out) {
        workq.finish(out);
    }

    @Override
    public boolean added(Incoming in) {
        return workq.added(in);
    }

    @Override
    public boolean taken(Incoming in) {
        return workq.taken(in);
    }

    @Override
    public boolean finished(Incoming in) {
        return workq.finished(in);
    }
}
