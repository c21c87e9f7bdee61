/** Tests of the dashboard, in a real browser at a real server. */
@NullMarked
package dev.reeve.server.dashboard;

import org.jspecify.annotations.NullMarked;
