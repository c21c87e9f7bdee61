package dev.reeve.server.cli;

import dev.reeve.engine.Command;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.CompleteOrDelete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.server.log.PlainText;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** One journal entry as a line for people: when, what, which job. Never a payload, and no raw control characters. */
final class EntryLine {
    private EntryLine() {}

    static String of(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        Entry<?> entry = EntryCodec.read(new ByteSource(copy, 0, copy.length));
        Instant at = Instant.EPOCH.plus(entry.atMicros(), ChronoUnit.MICROS);
        String name = entry.command().type().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return PlainText.of((at + " " + name + " " + details(entry.command())).strip());
    }

    private static String details(Command<?> command) {
        if (command instanceof Add add) {
            return add.id() + " in " + add.queue() + ", payload of " + add.payload().length + " bytes";
        } else if (command instanceof Acquire acquire) {
            return "from " + String.join(" ", acquire.queues());
        } else if (command instanceof Complete complete) {
            return complete.job() + ", result of " + complete.result().length + " bytes";
        } else if (command instanceof Fail fail) {
            return fail.job() + ", result of " + fail.result().length + " bytes";
        } else if (command instanceof Release release) {
            return release.job() + (release.undelivered() ? ", undelivered" : "");
        } else if (command instanceof Renew renew) {
            return renew.job().toString();
        } else if (command instanceof Delete delete) {
            return delete.job().toString();
        } else if (command instanceof CompleteOrDelete discard) {
            return discard.job().toString();
        } else if (command instanceof Abandon abandon) {
            return abandon.job().toString();
        } else if (command instanceof SetVersion set) {
            return Integer.toString(set.version());
        }
        return "";
    }
}
