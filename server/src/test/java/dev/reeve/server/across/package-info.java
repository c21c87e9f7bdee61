/** Jobs that come in through one door and are worked through another. */
@NullMarked
package dev.reeve.server.across;

import org.jspecify.annotations.NullMarked;
