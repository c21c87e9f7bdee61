package dev.reeve.engine.format;

import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.batch.Callbacks;
import dev.reeve.engine.batch.Sweep;
import dev.reeve.engine.command.Add;

/** The encoding of a batch in a snapshot. */
final class BatchFormat {
    private BatchFormat() {}

    static void write(BatchRecord batch, ByteSink out) {
        out.putString(batch.id());
        out.putString(batch.fingerprint());
        out.putVarLong(batch.createdAtMicros());
        out.putVarLong(batch.afterNumber());
        out.putBoolean(batch.open());
        out.putVarLong(batch.changedAtMicros());
        out.putVarLong(batch.counts().pending());
        out.putVarLong(batch.counts().completed());
        out.putVarLong(batch.counts().failed());
        out.putVarLong(batch.counts().cancelled());
        out.putOptional(batch.callbacks().success(), BatchFormat::write);
        out.putOptional(batch.callbacks().complete(), BatchFormat::write);
        out.putOptional(batch.callbacks().failure(), BatchFormat::write);
        out.putList(batch.queues(), ByteSink::putString);
        out.putBoolean(batch.manyQueues());
        out.putOptional(batch.sweep(), (to, sweep) -> RecordFormat.write(sweep, to));
    }

    private static void write(ByteSink out, Callback callback) {
        out.putJobId(callback.job());
        out.putOptional(callback.add(), (to, add) -> add.write(to));
        out.putVarLong(callback.firedAtMicros());
    }

    static BatchRecord read(ByteSource in) {
        return new BatchRecord(
                in.getString(),
                in.getString(),
                in.getVarLong(),
                in.getVarLong(),
                in.getBoolean(),
                in.getVarLong(),
                new BatchCounts(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong()),
                new Callbacks(
                        in.getOptional(BatchFormat::readCallback),
                        in.getOptional(BatchFormat::readCallback),
                        in.getOptional(BatchFormat::readCallback)),
                in.getList(ByteSource::getString),
                in.getBoolean(),
                in.getOptional(from -> RecordFormat.of(Sweep.class).read(from)));
    }

    private static Callback readCallback(ByteSource in) {
        return new Callback(in.getJobId(), in.getOptional(Add::read), in.getVarLong());
    }
}
