/** What the tests of all modules share: clients, processes, log lines. It depends on no other module of Reeve. */
@NullMarked
package dev.reeve.testkit;

import org.jspecify.annotations.NullMarked;
