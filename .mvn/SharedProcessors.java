package dev.reeve.build;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The class loader of javac's plugins: javac creates one for every compilation, and all with the same path have the same classes. Without it
 * Maven loads Error Prone again for each module, and the JVM compiles it again.
 */
public final class SharedProcessors extends ClassLoader {
    private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    public SharedProcessors(URL[] path, ClassLoader parent) {
        super(LOADERS.computeIfAbsent(Arrays.toString(path), key -> new URLClassLoader(path, parent)));
    }
}
