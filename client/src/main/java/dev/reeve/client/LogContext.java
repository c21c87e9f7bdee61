package dev.reeve.client;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** What log lines of a handler say of its job, if the program logs with SLF4J: {@code reeve.job} and {@code reeve.queue}. */
final class LogContext {
    private static final String JOB = "reeve.job";
    private static final String QUEUE = "reeve.queue";
    private static final @Nullable LogContext FOUND = find();

    private final MethodHandle put;
    private final MethodHandle remove;

    private LogContext(MethodHandle put, MethodHandle remove) {
        this.put = put;
        this.remove = remove;
    }

    private static @Nullable LogContext find() {
        try {
            Class<?> mdc = Class.forName("org.slf4j.MDC");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            return new LogContext(
                    lookup.findStatic(mdc, "put", MethodType.methodType(void.class, String.class, String.class)),
                    lookup.findStatic(mdc, "remove", MethodType.methodType(void.class, String.class)));
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /** The current thread begins to work on the job. */
    static void enter(JobContext job) {
        if (FOUND != null) {
            FOUND.put(JOB, job.id());
            FOUND.put(QUEUE, job.queue());
        }
    }

    static void leave() {
        if (FOUND != null) {
            FOUND.remove(JOB);
            FOUND.remove(QUEUE);
        }
    }

    private void put(String name, String value) {
        call(() -> {
            put.invokeExact(name, value);
        });
    }

    private void remove(String name) {
        call(() -> {
            remove.invokeExact(name);
        });
    }

    private interface Call {
        void run() throws Throwable;
    }

    private static void call(Call call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
