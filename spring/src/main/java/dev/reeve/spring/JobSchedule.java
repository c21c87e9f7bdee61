package dev.reeve.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Jobs for a method with {@link JobHandler} at certain times. The schedule is put when the application starts; one that is no longer
 * in the program stays at the server until somebody deletes it. Texts may contain placeholders.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobSchedule {
    /** The name of the schedule at the server. */
    String name();

    /** Such as {@code 30 2 * * *}. Either this or {@link #every}. */
    String cron() default "";

    /** The zone of {@link #cron}, such as {@code Europe/Berlin}. */
    String zone() default "UTC";

    /** Such as {@code 5m} or {@code PT5M}. */
    String every() default "";

    /** The queue of the jobs; by default the first one of the worker. */
    String queue() default "";

    /** The payload, in JSON. */
    String payload() default "null";
}
