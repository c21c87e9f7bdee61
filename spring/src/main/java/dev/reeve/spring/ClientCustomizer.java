package dev.reeve.spring;

import dev.reeve.client.ClientOptions;

/** Changes how the client of the application connects. All beans of this type are asked, in their order. */
@FunctionalInterface
public interface ClientCustomizer {
    ClientOptions customize(ClientOptions options);
}
