/** Too many clients, slow clients, large requests and hostile names, against the real server in its own process. */
@NullMarked
package dev.reeve.campaign.abuse;

import org.jspecify.annotations.NullMarked;
