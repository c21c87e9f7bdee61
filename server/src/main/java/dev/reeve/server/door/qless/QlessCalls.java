package dev.reeve.server.door.qless;

import java.util.List;

/** All qless calls, in all three forms. */
public final class QlessCalls {
    /**
     * What the call asks for.
     *
     * @param call the call's name; for the current script it is the first of the arguments, and this is empty
     * @param keys as they were sent
     * @param args as they were sent, after the keys
     */
    public Parsed parse(Form form, String call, List<byte[]> keys, List<byte[]> args) {
        return new Parsed.Refused(new Resp.Error("ERR user_script:1: Unknown command " + call));
    }
}
