/**
 * TLS: its settings, the certificate files and when they are read again, and the threads that compute handshakes. The package
 * knows neither sessions nor protocols.
 */
@NullMarked
package dev.reeve.net.tls;

import org.jspecify.annotations.NullMarked;
