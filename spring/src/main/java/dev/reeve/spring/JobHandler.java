package dev.reeve.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that works on jobs of a type: {@code @JobHandler("email.send") Receipt send(SendEmail email, JobContext job)}. It
 * has the payload as parameter, the {@link dev.reeve.client.JobContext}, both or none. What it returns is the job's result.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobHandler {
    /** The type of the jobs. */
    String value();
}
