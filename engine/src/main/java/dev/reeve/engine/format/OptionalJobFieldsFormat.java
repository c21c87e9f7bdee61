package dev.reeve.engine.format;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.qless.QlessJobFields;

/** The encoding of {@link OptionalJobFields} in a snapshot. */
final class OptionalJobFieldsFormat {
    private OptionalJobFieldsFormat() {}

    static void write(OptionalJobFields fields, ByteSink out) {
        Failure failure = fields.failure();
        QlessJobFields qless = fields.qless();
        out.putVarLong(fields.history().events().size());
        fields.history().events().forEach(event -> write(event, out));
        out.putList(fields.dependencies(), ByteSink::putJobId);
        out.putList(fields.tagTimesMicros(), ByteSink::putSigned);
        out.putBoolean(failure != null);
        if (failure != null) {
            out.putString(failure.group());
            out.putOptionalString(failure.message());
            out.putString(failure.queue());
            out.putSigned(failure.whenMicros());
            out.putString(failure.worker());
            out.putVarLong(failure.order());
        }
        out.putSigned(fields.sinceMicros());
        out.putSigned(fields.delayedUntilMicros());
        out.putBoolean(qless.counted());
        out.putOptionalString(qless.spawnedFrom());
        out.putBoolean(qless.warned());
        out.putBoolean(qless.disowned());
    }

    private static void write(HistoryEvent event, ByteSink out) {
        out.putSigned(event.whenMicros());
        out.putByte(event.type().code());
        out.putOptionalString(event.about());
        out.putOptionalString(event.worker());
        out.putOptionalBytes(event.data());
    }

    static OptionalJobFields read(ByteSource in) {
        OptionalJobFields fields = new OptionalJobFields();
        fields.history(new JobHistory(in.getList(OptionalJobFieldsFormat::readEvent)));
        fields.dependencies(in.getList(ByteSource::getJobId));
        fields.tagTimesMicros(in.getList(ByteSource::getSigned));
        fields.failure(in.getBoolean() ? readFailure(in) : null);
        fields.sinceMicros(in.getSigned());
        fields.delayedUntilMicros(in.getSigned());
        fields.qless(QlessJobFields.of(in.getBoolean(), in.getOptionalString(), in.getBoolean(), in.getBoolean()));
        return fields;
    }

    private static HistoryEvent readEvent(ByteSource in) {
        return new HistoryEvent(
                in.getSigned(),
                HistoryEvent.Type.ofCode(in.getByte()),
                in.getOptionalString(),
                in.getOptionalString(),
                in.getOptionalBytes());
    }

    private static Failure readFailure(ByteSource in) {
        return new Failure(
                in.getString(),
                in.getOptionalString(),
                in.getString(),
                in.getSigned(),
                in.getString(),
                in.getVarLong());
    }
}
