/**
 * The server and its node, killed, cut off and given broken disks. The judge is what the clients were told:
 * {@link dev.reeve.server.crash.ClientRecord}.
 */
@NullMarked
package dev.reeve.server.crash;

import org.jspecify.annotations.NullMarked;
