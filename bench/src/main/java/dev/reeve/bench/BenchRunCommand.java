package dev.reeve.bench;

import dev.reeve.bench.load.LoadException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bench/run CLASS}: runs one of the measurements in this package. */
@Command(name = "run", hidden = true, description = "Run one of the measurements.")
final class BenchRunCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "CLASS")
    private String name = "";

    @Parameters(index = "1..*", paramLabel = "ARGUMENT")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws Exception {
        try {
            Class.forName(BenchRunCommand.class.getPackageName() + "." + name)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments.toArray(String[]::new));
            return 0;
        } catch (ClassNotFoundException e) {
            throw new LoadException("there is no measurement " + name);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
