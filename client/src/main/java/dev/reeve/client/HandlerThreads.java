package dev.reeve.client;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** The threads of handlers: a virtual one for each job on Java 21 and later, else a pool. */
final class HandlerThreads {
    private HandlerThreads() {}

    static ExecutorService open(String name) {
        try {
            // By reflection, because the client runs on Java 17 too.
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Method named = type.getMethod("name", String.class, long.class);
            Object factory = type.getMethod("factory").invoke(named.invoke(builder, name + "-", 0L));
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, factory);
        } catch (ReflectiveOperationException e) {
            return Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            });
        }
    }
}
