/** What qless callers are told and shown: events, and the rows of the lists that jobs, queues and workers stand in. Values only. */
@NullMarked
package dev.reeve.engine.qless;

import org.jspecify.annotations.NullMarked;
