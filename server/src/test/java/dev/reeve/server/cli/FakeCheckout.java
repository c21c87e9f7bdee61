package dev.reeve.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A checkout with the real launcher, and scripts in place of Java and Maven that print how they were called. */
final class FakeCheckout {
    private static final List<String> TOOLS = List.of(
            "basename",
            "cat",
            "cksum",
            "dirname",
            "find",
            "head",
            "id",
            "ln",
            "ls",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "sort",
            "tail",
            "tee",
            "touch",
            "tr",
            "wc",
            "chmod");

    /** What the tests of the server use. */
    static final List<String> CLIENTS =
            List.of("chromium", "chromedriver", "redis-cli", "python3", "node", "curl", "dpkg", "systemd-analyze");

    private final Path root;
    private final Map<String, String> environment = new TreeMap<>();

    record Run(int exitCode, String out, String err, long pid) {}

    FakeCheckout(Path root) throws IOException {
        this.root = root;
        Path launcher = Path.of("..", "reeve").toAbsolutePath();
        Files.createDirectories(home());
        Files.copy(launcher, home().resolve("reeve"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String file : List.of("pom.xml", ".mvn/jvm.config", "engine/pom.xml", "server/pom.xml", "bench/pom.xml")) {
            write(file, "");
        }
        write("engine/src/main/java/E.java", "class E {}");
        write("server/src/main/java/S.java", "class S {}");
        write("bench/src/main/java/B.java", "class B {}");
        Files.createDirectories(root.resolve("jdks"));
        Files.createDirectories(root.resolve("bin"));
        for (String tool : TOOLS) {
            Path real = Files.exists(Path.of("/bin", tool)) ? Path.of("/bin", tool) : Path.of("/usr/bin", tool);
            script(root.resolve("bin").resolve(tool), "exec " + real + " \"$@\"");
        }
        for (String client : CLIENTS) {
            script(root.resolve("bin").resolve(client), "echo " + client);
        }
        environment.put("PATH", root.resolve("bin").toString());
        environment.put("REEVE_JDK_FOLDERS", "/no/such/folder:" + root.resolve("jdks"));
    }

    Path home() {
        return root.resolve("a checkout");
    }

    FakeCheckout with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    void write(String file, String text) throws IOException {
        Path path = home().resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** A JDK whose java prints its own folder, its process id and every argument on a line of its own. */
    Path jdk(String name, String version) throws IOException {
        Path jdk = root.resolve("jdks").resolve(name);
        script(jdk.resolve("bin/java"), "echo \"java of " + name + "\"; echo \"pid $$\"; pwd; printf '%s\\n' \"$@\"");
        script(jdk.resolve("bin/javac"), "echo \"javac " + version + "\"");
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }

    /** A JDK as above, whose java also writes an archive of classes if it is told to. */
    void jdkWithArchives(String name, String version) throws IOException {
        Path java = jdk(name, version).resolve("bin/java");
        script(
                java,
                "for word in \"$@\"; do case $word in -XX:ArchiveClassesAtExit=*) echo x > \"${word#*=}\" ;; esac; done;"
                        + " echo called >> '" + root + "/java-calls'; printf '%s\\n' \"$@\"");
    }

    List<String> javaCalls() throws IOException {
        return Files.readAllLines(root.resolve("java-calls"));
    }

    /** A Maven that counts its calls, and builds one jar or reports two tests. */
    void maven() throws IOException {
        script(root.resolve("bin/mvn"), mavenScript(""));
    }

    void mavenThatRunsNoTest() throws IOException {
        script(root.resolve("bin/mvn"), mavenScript("exit 0"));
    }

    void brokenMaven() throws IOException {
        script(root.resolve("bin/mvn"), mavenScript("echo 'E.java: no such symbol'; exit 1"));
    }

    void slowMaven() throws IOException {
        script(root.resolve("bin/mvn"), mavenScript("sleep 2"));
    }

    String mavenScript(String first) {
        return """
                echo "$JAVA_HOME $PWD $*" >> '%s/calls'
                %s
                for word in "$@"; do
                    case $word in
                        -Dlaunch=*) folder=${word#-Dlaunch=} ;;
                        -Dbuild.folder=*) reports=target/${word#-Dbuild.folder=}/surefire-reports ;;
                        server | bench) module=$word ;;
                    esac
                done
                if [ -n "${folder:-}" ]; then
                    mkdir -p "$module/target/$folder/lib" "engine/target/$folder"
                    touch "$module/target/$folder/lib/reeve.jar"
                else
                    if [ -n "${reports:-}" ]; then
                        mkdir -p "server/$reports"
                        printf '<x>\\n  <testcase name="a"/>\\n  <testcase name="b">\\n' > "server/$reports/TEST-x.xml"
                    fi
                    echo "BUILD SUCCESS"
                fi
                """.formatted(root, first);
    }

    void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    Path bin() {
        return root.resolve("bin");
    }

    List<String> mavenCalls() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    Run run(String... arguments) throws Exception {
        return finish(start(home().resolve("reeve"), root, arguments));
    }

    Process start(Path launcher, Path workingFolder, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(launcher.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(workingFolder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    static Run finish(Process process) throws Exception {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err, process.pid());
    }
}
