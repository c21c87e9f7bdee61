package dev.reeve.server.door.goqueue;

import java.util.List;

/** What a command looks like. Its data, if it has any, comes last. */
record Form(String name, List<Field> fields, Reader reader) {
    /** Makes a call of the fields. */
    @FunctionalInterface
    interface Reader {
        Call<?> read(Head head, GoqueueProtocol talk) throws BadFrame;
    }

    static Form of(String name, Reader reader, Field... fields) {
        return new Form(name, List.of(fields), reader);
    }
}
