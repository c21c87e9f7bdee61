/**
 * Reeve in applications of Spring Boot: a client from properties, methods as handlers, a worker with the life of the application.
 * {@link dev.reeve.spring.ReeveAutoConfiguration} is where everything comes together.
 */
@NullMarked
package dev.reeve.spring;

import org.jspecify.annotations.NullMarked;
