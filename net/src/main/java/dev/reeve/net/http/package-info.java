/**
 * The HTTP listener that all HTTP doors share, with routing, request bodies, JSON and time formats. It is independent
 * of the doors and runs on an event loop of its own. Only this package depends on the HTTP codec: a door is a list of
 * {@link dev.reeve.net.http.Route}s whose handlers get an {@link dev.reeve.net.http.Exchange}.
 */
@NullMarked
package dev.reeve.net.http;

import org.jspecify.annotations.NullMarked;
