/** The commands, one class each. They find the job and check the claim; the lifecycle package has the transitions. */
@NullMarked
package dev.reeve.engine.command;

import org.jspecify.annotations.NullMarked;
