package dev.reeve.server;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records the method entries of another JVM through its debug interface. That JVM is started with {@link #options}, which
 * make it connect, and interpret all code: compiled code would skip the entries of inlined methods.
 *
 * <p>Every method with a body counts: constructors, accessors of records, and the body of a lambda as a method of the file
 * that it is written in. Classes that the JVM generates at run time have no file and do not count.
 */
final class MethodTrace implements AutoCloseable {
    private static final String NO_FILE = "";
    private static final int MILLIS_WITHOUT_EVENT = 200;

    private final ListeningConnector connector;
    private final Map<String, Connector.Argument> arguments;
    private final String address;
    private final Map<ReferenceType, String> files = new HashMap<>();
    private final Map<ThreadReference, String> threads = new HashMap<>();
    private @Nullable VirtualMachine machine;

    /**
     * The entry of a method.
     *
     * @param file the source file with the folders of its package, without the suffix
     */
    record Entry(String thread, String file, String method) {}

    MethodTrace() throws IOException, IllegalConnectorArgumentsException {
        connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(each -> each.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("localAddress")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("timeout")).setValue("60000");
        address = connector.startListening(arguments);
    }

    /** The JVM options of the process to be traced. */
    List<String> options() {
        return List.of("-Xint", "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=" + address);
    }

    /** Waits for the connection of the process. */
    void attach() throws IOException, IllegalConnectorArgumentsException {
        machine = connector.accept(arguments);
    }

    /** The entries of methods in these classes while the task runs, and until the thread waits for events again. */
    List<Entry> record(String classes, String thread, Runnable task)
            throws InterruptedException, IncompatibleThreadStateException {
        VirtualMachine traced = machine;
        if (traced == null) {
            throw new IllegalStateException("not attached");
        }
        MethodEntryRequest request = traced.eventRequestManager().createMethodEntryRequest();
        request.addClassFilter(classes);
        request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        request.enable();
        task.run();
        while (!isWaiting(traced, thread)) {
            Thread.onSpinWait();
        }
        request.disable();
        List<Entry> entries = new ArrayList<>();
        EventSet events;
        while ((events = traced.eventQueue().remove(MILLIS_WITHOUT_EVENT)) != null) {
            for (Event event : events) {
                if (event instanceof MethodEntryEvent entered) {
                    add(entered, entries);
                }
            }
        }
        return entries;
    }

    private static boolean isWaiting(VirtualMachine traced, String name) throws IncompatibleThreadStateException {
        traced.suspend();
        try {
            ThreadReference thread = traced.allThreads().stream()
                    .filter(each -> each.name().startsWith(name))
                    .findFirst()
                    .orElseThrow();
            Method running = thread.frame(0).location().method();
            return running.isNative() && running.name().contains("ait");
        } finally {
            traced.resume();
        }
    }

    private void add(MethodEntryEvent event, List<Entry> entries) {
        Method method = event.method();
        String file = files.computeIfAbsent(method.declaringType(), MethodTrace::file);
        if (!file.equals(NO_FILE)) {
            String thread = threads.computeIfAbsent(event.thread(), ThreadReference::name);
            entries.add(new Entry(thread, file, method.name()));
        }
    }

    private static String file(ReferenceType type) {
        try {
            return type.sourcePaths(null).get(0).replaceFirst("\\.java$", "").replace('\\', '/');
        } catch (AbsentInformationException e) {
            return NO_FILE;
        }
    }

    @Override
    public void close() throws IOException, IllegalConnectorArgumentsException {
        connector.stopListening(arguments);
    }
}
