package dev.reeve.client;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** What log lines of a handler say of its job, if the program logs with SLF4J: {@code reeve.job} and {@code reeve.queue}. */
final class LogContext {
    private static final String JOB = "reeve.job";
    private static final String QUEUE = "reeve.queue";
    private static final @Nullable LogContext FOUND = find(LogContext.class.getClassLoader());

    private final MethodHandle put;
    private final MethodHandle remove;

    private LogContext(MethodHandle put, MethodHandle remove) {
        this.put = put;
        this.remove = remove;
    }

    /**
     * Finds SLF4J and lets it begin, in one thread: if handlers did so side by side, it would complain. Without a provider it would
     * complain too, and nobody would see the values.
     *
     * @return null if the program does not log with SLF4J
     */
    static @Nullable LogContext find(@Nullable ClassLoader loader) {
        try {
            if (!hasProvider(loader)) {
                return null;
            }
            Class.forName("org.slf4j.LoggerFactory", true, loader)
                    .getMethod("getILoggerFactory")
                    .invoke(null);
            Class<?> mdc = Class.forName("org.slf4j.MDC", true, loader);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            return new LogContext(
                    lookup.findStatic(mdc, "put", MethodType.methodType(void.class, String.class, String.class)),
                    lookup.findStatic(mdc, "remove", MethodType.methodType(void.class, String.class)));
        } catch (ReflectiveOperationException | LinkageError | ServiceConfigurationError e) {
            return null;
        }
    }

    private static boolean hasProvider(@Nullable ClassLoader loader) throws ClassNotFoundException {
        if (System.getProperty("slf4j.provider") != null) {
            return true;
        }
        try {
            Class<?> provider = Class.forName("org.slf4j.spi.SLF4JServiceProvider", false, loader);
            return ServiceLoader.load(provider, loader).stream().findAny().isPresent();
        } catch (ClassNotFoundException e) {
            // Before SLF4J 2 a class of this name was the provider.
            Class.forName("org.slf4j.impl.StaticMDCBinder", false, loader);
            return true;
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
