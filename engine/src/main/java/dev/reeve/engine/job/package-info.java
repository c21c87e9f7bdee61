/** A job and its parts: identity, state, lease, retry policy, dependencies and history. */
@NullMarked
package dev.reeve.engine.job;

import org.jspecify.annotations.NullMarked;
