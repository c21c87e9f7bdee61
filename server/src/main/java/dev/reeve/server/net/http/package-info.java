/**
 * The one HTTP listener that all HTTP doors share, and what they share besides: routes, bodies, JSON, times. It knows no
 * door's words. It runs on a loop of its own, and only this package sees Vert.x: a door is a list of {@link
 * dev.reeve.server.net.http.Route}s whose handlers get an {@link dev.reeve.server.net.http.Exchange}.
 */
@NullMarked
package dev.reeve.server.net.http;

import org.jspecify.annotations.NullMarked;
