package dev.reeve.engine.format;

import dev.reeve.engine.job.Event;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.History;
import dev.reeve.engine.job.Ledger;

/** The bytes of a {@link Ledger} in a snapshot. */
final class LedgerFormat {
    private LedgerFormat() {}

    static void write(Ledger ledger, ByteSink out) {
        Failure failure = ledger.failure();
        out.putVarLong(ledger.history().events().size());
        ledger.history().events().forEach(event -> write(event, out));
        ListFormat.writeIds(ledger.dependencies(), out);
        ListFormat.writeMoments(ledger.tagTimesMicros(), out);
        out.putBoolean(failure != null);
        if (failure != null) {
            out.putString(failure.group());
            out.putString(failure.message());
            out.putSigned(failure.whenMicros());
            out.putString(failure.worker());
            out.putVarLong(failure.order());
        }
        out.putOptionalString(ledger.spawnedFrom());
        out.putSigned(ledger.sinceMicros());
        out.putSigned(ledger.delayedUntilMicros());
        out.putBoolean(ledger.warned());
        out.putBoolean(ledger.disowned());
    }

    private static void write(Event event, ByteSink out) {
        out.putSigned(event.whenMicros());
        out.putString(event.what());
        out.putOptionalString(event.queue());
        out.putOptionalString(event.worker());
        out.putOptionalString(event.group());
        out.putOptionalBytes(event.data());
    }

    static Ledger read(ByteSource in) {
        Ledger ledger = new Ledger();
        ledger.history(new History(ListFormat.read(in, LedgerFormat::readEvent)));
        ledger.dependencies(ListFormat.readIds(in));
        ledger.tagTimesMicros(ListFormat.readMoments(in));
        ledger.failure(in.getBoolean() ? readFailure(in) : null);
        ledger.spawnedFrom(in.getOptionalString());
        ledger.sinceMicros(in.getSigned());
        ledger.delayedUntilMicros(in.getSigned());
        ledger.warned(in.getBoolean());
        ledger.disowned(in.getBoolean());
        return ledger;
    }

    private static Event readEvent(ByteSource in) {
        return new Event(
                in.getSigned(),
                in.getString(),
                in.getOptionalString(),
                in.getOptionalString(),
                in.getOptionalString(),
                in.getOptionalBytes());
    }

    private static Failure readFailure(ByteSource in) {
        return new Failure(in.getString(), in.getString(), in.getSigned(), in.getString(), in.getVarLong());
    }
}
