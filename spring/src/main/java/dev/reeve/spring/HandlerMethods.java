package dev.reeve.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Collects the methods with {@link JobHandler} and {@link JobSchedule} while beans are made. */
final class HandlerMethods implements BeanPostProcessor {
    /** @param type of the jobs */
    record Planned(JobSchedule schedule, String type) {}

    private final Map<String, HandlerMethod> handlers = new LinkedHashMap<>();
    private final List<Planned> schedules = new ArrayList<>();

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (!AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
            return bean;
        }
        MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<JobHandler>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, JobHandler.class))
                .forEach((method, handler) -> add(bean, method, handler));
        return bean;
    }

    private synchronized void add(Object bean, Method method, JobHandler handler) {
        HandlerMethod earlier = handlers.put(handler.value(), HandlerMethod.of(handler.value(), bean, method));
        if (earlier != null) {
            throw new IllegalStateException(
                    "jobs of type " + handler.value() + " have two handlers: " + earlier.method() + " and " + method);
        }
        JobSchedule schedule = AnnotatedElementUtils.findMergedAnnotation(method, JobSchedule.class);
        if (schedule != null) {
            schedules.add(new Planned(schedule, handler.value()));
        }
    }

    synchronized Collection<HandlerMethod> handlers() {
        return List.copyOf(handlers.values());
    }

    synchronized List<Planned> schedules() {
        return List.copyOf(schedules);
    }
}
