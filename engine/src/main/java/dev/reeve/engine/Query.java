package dev.reeve.engine;

/** A question to the engine. */
@FunctionalInterface
public interface Query<R> {
    R ask(EngineView engine);
}
