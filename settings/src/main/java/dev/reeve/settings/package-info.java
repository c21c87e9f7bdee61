/** How a part declares its settings: key, type, default and explanation. The server reads the values. */
@NullMarked
package dev.reeve.settings;

import org.jspecify.annotations.NullMarked;
