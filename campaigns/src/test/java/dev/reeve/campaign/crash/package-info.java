/**
 * Tests of the server and its node with kills, power cuts and broken disks. The verifier compares the state with the
 * replies that clients got: {@link dev.reeve.campaign.crash.ClientRecord}.
 */
@NullMarked
package dev.reeve.campaign.crash;

import org.jspecify.annotations.NullMarked;
