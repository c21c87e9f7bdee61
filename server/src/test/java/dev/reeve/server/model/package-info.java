/** The whole server, through all its doors, beside a model of what it should do. */
@NullMarked
package dev.reeve.server.model;

import org.jspecify.annotations.NullMarked;
