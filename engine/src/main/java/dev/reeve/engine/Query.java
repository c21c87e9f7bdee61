package dev.reeve.engine;

/** A read of the engine's state; not journalled. */
@FunctionalInterface
public interface Query<R> {
    R ask(EngineView engine);
}
