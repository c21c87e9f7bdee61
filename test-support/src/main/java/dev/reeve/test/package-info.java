/**
 * Tests of programs that use Reeve: {@link dev.reeve.test.ReeveTest} starts the real server in the JVM of the test, in memory and with
 * a clock that only the test moves.
 */
@NullMarked
package dev.reeve.test;

import org.jspecify.annotations.NullMarked;
