/** The calls of qless: what their arguments mean, and how their replies look, in each of the three forms. */
@NullMarked
package dev.reeve.server.door.qless.call;

import org.jspecify.annotations.NullMarked;
