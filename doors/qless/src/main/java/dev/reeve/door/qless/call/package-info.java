/** The qless calls: parsing of arguments and encoding of replies, in each of the three forms. */
@NullMarked
package dev.reeve.door.qless.call;

import org.jspecify.annotations.NullMarked;
