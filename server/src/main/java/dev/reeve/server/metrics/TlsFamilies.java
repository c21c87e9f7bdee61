package dev.reeve.server.metrics;

import dev.reeve.net.tls.Tls;
import dev.reeve.tally.Traffic;

/** The metrics of TLS. They exist if a certificate is set. */
final class TlsFamilies {
    private TlsFamilies() {}

    static void add(Tls tls, Traffic traffic, MetricFamilies families) {
        families.gauge(
                "reeve_certificate_expires_seconds",
                "Time until the certificate in use expires; negative after that.",
                tls.expiresInSeconds());
        families.gauge(
                "reeve_tls_unfinished_handshakes",
                "Connections whose TLS handshake is not finished.",
                tls.handshakes().count());
        families.counters(
                "reeve_tls_handshakes",
                "TLS handshakes that have ended, by door and result.",
                points -> traffic.byDoor().forEach((door, tally) -> {
                    if (tally.finishedHandshakes() + tally.failedHandshakes() > 0) {
                        points.add(tally.finishedHandshakes(), "door", door, "result", "finished");
                        points.add(tally.failedHandshakes(), "door", door, "result", "failed");
                    }
                }));
    }
}
