/** What every log line goes through on its way out. Its classes are named in {@code logback.xml}. */
@NullMarked
package dev.reeve.server.log;

import org.jspecify.annotations.NullMarked;
