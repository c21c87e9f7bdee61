package dev.reeve.spring;

import dev.reeve.client.JobContext;
import dev.reeve.client.JobFunction;
import dev.reeve.client.JobType;
import dev.reeve.client.RawJson;
import dev.reeve.client.WorkerBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A method of a bean that works on jobs.
 *
 * @param type the name of the jobs' type
 * @param payload the type of the payload; RawJson if the method does not want it
 */
record HandlerMethod(String type, Object bean, Method method, Class<?> payload) {
    /** @param found the method as declared; the bean may be a proxy of its class */
    static HandlerMethod of(String type, Object bean, Method found) {
        Method method = ReflectionUtils.findMethod(bean.getClass(), found.getName(), found.getParameterTypes());
        if (method == null) {
            throw new IllegalStateException("the proxy of " + found + " does not have the method: make it public, or"
                    + " let the class be proxied, not its interfaces");
        }
        List<Class<?>> payloads = new ArrayList<>();
        for (Parameter parameter : found.getParameters()) {
            if (parameter.getType() != JobContext.class) {
                payloads.add(ClassUtils.resolvePrimitiveIfNecessary(parameter.getType()));
            }
        }
        if (payloads.size() > 1) {
            throw new IllegalStateException(found + " has more than one parameter for the payload");
        }
        ReflectionUtils.makeAccessible(method);
        return new HandlerMethod(type, bean, method, payloads.isEmpty() ? RawJson.class : payloads.get(0));
    }

    void addTo(WorkerBuilder worker) {
        worker.handle(JobType.of(type, payload, Object.class), function());
    }

    private <P> JobFunction<P, Object> function() {
        return this::call;
    }

    private @Nullable Object call(@Nullable Object value, JobContext job) throws Exception {
        Class<?>[] types = method.getParameterTypes();
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == JobContext.class ? job : value;
        }
        try {
            return method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception thrown) {
                throw thrown;
            }
            if (e.getCause() instanceof Error thrown) {
                throw thrown;
            }
            throw e;
        }
    }
}
