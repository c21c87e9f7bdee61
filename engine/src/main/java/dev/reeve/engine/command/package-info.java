/** The commands, one class each: who may ask for what. What follows from it is in the engine's lifecycle. */
@NullMarked
package dev.reeve.engine.command;

import org.jspecify.annotations.NullMarked;
