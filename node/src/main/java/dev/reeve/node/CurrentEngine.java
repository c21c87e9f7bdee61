package dev.reeve.node;

import dev.reeve.engine.Engine;

/** The engine of a node. It is replaced when a snapshot arrives from elsewhere, so no part of the node keeps it. */
final class CurrentEngine {
    private Engine engine;

    CurrentEngine(Engine engine) {
        this.engine = engine;
    }

    Engine get() {
        return engine;
    }

    void replace(Engine replacement) {
        engine = replacement;
    }
}
