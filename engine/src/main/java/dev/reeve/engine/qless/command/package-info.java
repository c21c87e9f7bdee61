/** The commands that only qless has. */
@NullMarked
package dev.reeve.engine.qless.command;

import org.jspecify.annotations.NullMarked;
