/**
 * What a client and its workers tell to tracing libraries. Only {@link dev.reeve.client.observe.MicrometerObserver} and {@link
 * dev.reeve.client.observe.OpenTelemetryObserver} know the libraries; neither is loaded unless a program uses it, or has the library on
 * its class path.
 */
@NullMarked
package dev.reeve.client.observe;

import org.jspecify.annotations.NullMarked;
