/** The times of schedules: expressions in a time zone, and intervals. Pure: nothing here knows what time it is. */
@NullMarked
package dev.reeve.node.schedule;

import org.jspecify.annotations.NullMarked;
