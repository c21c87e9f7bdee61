/** A server with an auth file, on real sockets: who may do what through each door. */
@NullMarked
package dev.reeve.server.locks;

import org.jspecify.annotations.NullMarked;
