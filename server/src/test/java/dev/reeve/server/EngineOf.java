package dev.reeve.server;

import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;

/** What no door tells of the engine of a server in this JVM. */
public final class EngineOf {
    private EngineOf() {}

    /** The version that the engine behaves as. */
    public static int version(Server server) throws ReflectiveOperationException {
        CompletableFuture<Integer> version = new CompletableFuture<>();
        runtime(server).node().observe(view -> version.complete(view.version()));
        return version.join();
    }

    static NodeRuntime runtime(Server server) throws ReflectiveOperationException {
        Field field = Server.class.getDeclaredField("runtime");
        field.setAccessible(true);
        return (NodeRuntime) field.get(server);
    }
}
