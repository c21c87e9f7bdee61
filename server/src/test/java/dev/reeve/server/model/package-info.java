/** Model-based tests of the whole server through all its doors. */
@NullMarked
package dev.reeve.server.model;

import org.jspecify.annotations.NullMarked;
