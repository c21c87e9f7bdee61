/** The commands that only qless uses. */
@NullMarked
package dev.reeve.engine.qless.command;

import org.jspecify.annotations.NullMarked;
