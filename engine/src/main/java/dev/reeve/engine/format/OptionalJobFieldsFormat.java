package dev.reeve.engine.format;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.OptionalJobFields;

/** The bytes of a {@link OptionalJobFields} in a snapshot. */
final class OptionalJobFieldsFormat {
    private OptionalJobFieldsFormat() {}

    static void write(OptionalJobFields optionalFields, ByteSink out) {
        Failure failure = optionalFields.failure();
        out.putVarLong(optionalFields.history().events().size());
        optionalFields.history().events().forEach(event -> write(event, out));
        ListFormat.writeIds(optionalFields.dependencies(), out);
        ListFormat.writeMoments(optionalFields.tagTimesMicros(), out);
        out.putBoolean(failure != null);
        if (failure != null) {
            out.putString(failure.group());
            out.putString(failure.message());
            out.putSigned(failure.whenMicros());
            out.putString(failure.worker());
            out.putVarLong(failure.order());
        }
        out.putOptionalString(optionalFields.spawnedFrom());
        out.putSigned(optionalFields.sinceMicros());
        out.putSigned(optionalFields.delayedUntilMicros());
        out.putBoolean(optionalFields.warned());
        out.putBoolean(optionalFields.disowned());
    }

    private static void write(HistoryEvent event, ByteSink out) {
        out.putSigned(event.whenMicros());
        out.putString(event.what());
        out.putOptionalString(event.queue());
        out.putOptionalString(event.worker());
        out.putOptionalString(event.group());
        out.putOptionalBytes(event.data());
    }

    static OptionalJobFields read(ByteSource in) {
        OptionalJobFields optionalFields = new OptionalJobFields();
        optionalFields.history(new JobHistory(ListFormat.read(in, OptionalJobFieldsFormat::readEvent)));
        optionalFields.dependencies(ListFormat.readIds(in));
        optionalFields.tagTimesMicros(ListFormat.readMoments(in));
        optionalFields.failure(in.getBoolean() ? readFailure(in) : null);
        optionalFields.spawnedFrom(in.getOptionalString());
        optionalFields.sinceMicros(in.getSigned());
        optionalFields.delayedUntilMicros(in.getSigned());
        optionalFields.warned(in.getBoolean());
        optionalFields.disowned(in.getBoolean());
        return optionalFields;
    }

    private static HistoryEvent readEvent(ByteSource in) {
        return new HistoryEvent(
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
