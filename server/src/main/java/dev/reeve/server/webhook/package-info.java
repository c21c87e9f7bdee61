/** Sends the deliveries of webhooks: a worker inside the server. */
@NullMarked
package dev.reeve.server.webhook;

import org.jspecify.annotations.NullMarked;
