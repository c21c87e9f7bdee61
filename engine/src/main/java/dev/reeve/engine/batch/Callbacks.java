package dev.reeve.engine.batch;

import org.jspecify.annotations.Nullable;

/** The callbacks of a batch; null for those that it does not have. */
public record Callbacks(
        @Nullable Callback success,
        @Nullable Callback complete,
        @Nullable Callback failure) {
    public static final Callbacks NONE = new Callbacks(null, null, null);

    public @Nullable Callback at(Callback.Moment moment) {
        return switch (moment) {
            case SUCCESS -> success;
            case COMPLETE -> complete;
            case FAILURE -> failure;
        };
    }

    /** These callbacks, where the one of that moment has been added. */
    Callbacks fired(Callback.Moment moment, long atMicros) {
        return new Callbacks(
                moment == Callback.Moment.SUCCESS ? fired(success, atMicros) : success,
                moment == Callback.Moment.COMPLETE ? fired(complete, atMicros) : complete,
                moment == Callback.Moment.FAILURE ? fired(failure, atMicros) : failure);
    }

    private static @Nullable Callback fired(@Nullable Callback callback, long atMicros) {
        return callback == null ? null : callback.fired(atMicros);
    }

    long sizeBytes() {
        return sizeBytes(success) + sizeBytes(complete) + sizeBytes(failure);
    }

    private static long sizeBytes(@Nullable Callback callback) {
        return callback == null ? 0 : callback.sizeBytes();
    }
}
