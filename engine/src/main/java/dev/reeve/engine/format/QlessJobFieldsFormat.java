package dev.reeve.engine.format;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.QlessJobFields;

/** The bytes of a {@link QlessJobFields} in a snapshot. */
final class QlessJobFieldsFormat {
    private QlessJobFieldsFormat() {}

    static void write(QlessJobFields qlessFields, ByteSink out) {
        Failure failure = qlessFields.failure();
        out.putVarLong(qlessFields.history().events().size());
        qlessFields.history().events().forEach(event -> write(event, out));
        ListFormat.writeIds(qlessFields.dependencies(), out);
        ListFormat.writeMoments(qlessFields.tagTimesMicros(), out);
        out.putBoolean(failure != null);
        if (failure != null) {
            out.putString(failure.group());
            out.putString(failure.message());
            out.putSigned(failure.whenMicros());
            out.putString(failure.worker());
            out.putVarLong(failure.order());
        }
        out.putOptionalString(qlessFields.spawnedFrom());
        out.putSigned(qlessFields.sinceMicros());
        out.putSigned(qlessFields.delayedUntilMicros());
        out.putBoolean(qlessFields.warned());
        out.putBoolean(qlessFields.disowned());
    }

    private static void write(HistoryEvent event, ByteSink out) {
        out.putSigned(event.whenMicros());
        out.putString(event.what());
        out.putOptionalString(event.queue());
        out.putOptionalString(event.worker());
        out.putOptionalString(event.group());
        out.putOptionalBytes(event.data());
    }

    static QlessJobFields read(ByteSource in) {
        QlessJobFields qlessFields = new QlessJobFields();
        qlessFields.history(new JobHistory(ListFormat.read(in, QlessJobFieldsFormat::readEvent)));
        qlessFields.dependencies(ListFormat.readIds(in));
        qlessFields.tagTimesMicros(ListFormat.readMoments(in));
        qlessFields.failure(in.getBoolean() ? readFailure(in) : null);
        qlessFields.spawnedFrom(in.getOptionalString());
        qlessFields.sinceMicros(in.getSigned());
        qlessFields.delayedUntilMicros(in.getSigned());
        qlessFields.warned(in.getBoolean());
        qlessFields.disowned(in.getBoolean());
        return qlessFields;
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
