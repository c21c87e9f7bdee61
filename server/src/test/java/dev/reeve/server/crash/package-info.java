/**
 * Tests of the server and its node with kills, power cuts and broken disks. The verifier compares the state with the
 * replies that clients got: {@link dev.reeve.server.crash.ClientRecord}.
 */
@NullMarked
package dev.reeve.server.crash;

import org.jspecify.annotations.NullMarked;
