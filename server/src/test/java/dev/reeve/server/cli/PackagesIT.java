package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packages of {@code ./reeve dist}: made of the built jars, unpacked or installed in a folder of their own, and run there. */
@Timeout(180)
class PackagesIT {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String FIRST = "0.1.0-SNAPSHOT";
    private static final String SECOND = "0.2.0";
    private static final Pattern HTTP = Pattern.compile("http listens on 127\\.0\\.0\\.1:(\\d+)");
    private static final String PORTS = "--set http.port=0 --set workq.port=0 --set qless.port=0 --set goqueue.port=0";

    @TempDir
    private static Path folder;

    private static Path out;

    @BeforeAll
    static void make() throws Exception {
        folder = folder.toRealPath();
        out = folder.resolve("out");
        Path jars = Files.createDirectories(folder.resolve("jars"));
        Path jar = BuiltJar.copyTo(folder.resolve("built"));
        Files.copy(jar, jars.resolve("reeve.jar"));
        for (Path library : BuiltJar.lib().toList()) {
            Files.copy(library, jars.resolve(library.getFileName()));
        }
        for (String version : List.of(FIRST, SECOND)) {
            String printed = sh("'" + HOME
                    + "/packaging/assemble' '%s' %s '%s' '%s'".formatted(jars, version, BuiltJar.componentList(), out));
            assertThat(printed.lines()).hasSize(2).allMatch(file -> Files.isRegularFile(Path.of(file)));
        }
    }

    /** Runs a shell command, which must succeed, and returns what it prints. */
    private static String sh(String command) throws Exception {
        Process process = process(command);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + printed).isZero();
        return printed.strip();
    }

    private static Process process(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        builder.environment().put("SOURCE_DATE_EPOCH", "1700000000");
        return builder.start();
    }

    private static String debian(String version) {
        return out + "/reeve_" + version.replace("-SNAPSHOT", "~snapshot") + "_all.deb";
    }

    @Test
    void the_tarball_runs_where_it_is_unpacked_and_from_an_archive_of_classes() throws Exception {
        Path there = Files.createDirectories(folder.resolve("some where"));
        sh("tar -xzf out/reeve-" + SECOND + ".tar.gz -C 'some where'");
        Path home = there.resolve("reeve-" + SECOND);
        assertThat(home.resolve("share/sbom.json")).hasSameBinaryContentAs(BuiltJar.componentList());
        assertThat(home).isDirectoryContaining(file -> file.endsWith("reeve.example.toml"));
        String reeve = "'" + home + "/bin/reeve' ";
        assertThat(sh(reeve + "--version")).startsWith("Reeve ");
        assertThat(home.resolve("lib/archives"))
                .as("the archive of classes that the first command makes")
                .isDirectoryContaining(file -> file.toString().endsWith(".jsa"));
        assertThat(sh("ln -s '" + home + "/bin/reeve' link; ./link status --url http://127.0.0.1:1; echo code $?"))
                .startsWith("reeve: the server at http://127.0.0.1:1/ was not reached")
                .endsWith("code 6");
        assertStartsFromArchive(home);
    }

    /** The JVM does without an archive that does not fit, and nobody would see it but by the time that commands take. */
    private static void assertStartsFromArchive(Path home) throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process command =
                    process("exec '" + home + "/bin/reeve' events --url http://127.0.0.1:" + deaf.getLocalPort());
            try (Socket asked = deaf.accept()) {
                assertThat(asked.getInputStream().read()).isEqualTo('G');
                assertThat(Path.of("/proc/" + command.pid() + "/maps"))
                        .content()
                        .contains(home + "/lib/archives/client-");
            } finally {
                command.destroyForcibly();
            }
        }
    }

    @Test
    void the_image_for_docker_is_there_under_the_name_that_the_dockerfile_copies() throws Exception {
        String copy = Files.readAllLines(HOME.resolve("packaging/Dockerfile")).stream()
                .filter(line -> line.startsWith("COPY "))
                .findFirst()
                .orElseThrow()
                .split(" ", -1)[1];
        assertThat(copy).startsWith("target/dist/");
        Path image = out.resolve(copy.substring("target/dist/".length()).replace("${VERSION}", FIRST));
        assertThat(image.resolve("bin/reeve")).isExecutable();
        assertThat(Files.readString(HOME.resolve("reeve"))).contains("\"$home/target/dist\"");
    }

    @Test
    void the_same_jars_make_the_same_packages() throws Exception {
        Path again = folder.resolve("again");
        sh("umask 077; '" + HOME + "/packaging/assemble' jars " + FIRST + " '" + BuiltJar.componentList() + "' '"
                + again + "'");
        for (String file : List.of(
                "reeve-" + FIRST + ".tar.gz",
                String.valueOf(Path.of(debian(FIRST)).getFileName()))) {
            assertThat(again.resolve(file)).hasSameBinaryContentAs(out.resolve(file));
        }
    }

    /** Root installs with dpkg. Anybody else unpacks, which is all that is possible. */
    @Test
    void the_debian_package_is_installed_started_upgraded_removed_and_purged() throws Exception {
        Path root = Files.createDirectories(folder.resolve("root"));
        boolean isRoot = sh("id -u").equals("0");
        prepare(root);
        install(isRoot, root, FIRST);
        Path config = root.resolve("etc/reeve/reeve.toml");
        Path unit = root.resolve("usr/lib/systemd/system/reeve.service");
        assertThat(unit)
                .content()
                .contains(
                        "ExecStart=/usr/bin/reeve serve --config /etc/reeve/reeve.toml --data /var/lib/reeve/data\nRestart=")
                .doesNotContain("/opt/reeve");
        assertThat(new SystemdUnit(unit).findings()).isEmpty();
        assertThat(Files.readSymbolicLink(root.resolve("usr/bin/reeve"))).isEqualTo(Path.of("../lib/reeve/bin/reeve"));
        run(root, port -> post(port, "{\"queue\":\"q\",\"id\":\"kept\"}"));
        if (isRoot) {
            assertThat(Files.readString(root.resolve("etc/passwd")))
                    .containsPattern("(?m)^reeve:x:\\d+:\\d+:.*nologin$");
            assertThat(sh("stat -c %a '" + root + "/var/lib/reeve'")).isEqualTo("700");
            assertThat(sh("stat -c %u '" + root + "/var/lib/reeve'"))
                    .isEqualTo(sh("sed -n 's/^reeve:x:\\([0-9]*\\):.*/\\1/p' '" + root + "/etc/passwd'"));
        }
        Files.writeString(config, "# changed\nbind = \"127.0.0.1\"\n");
        if (!isRoot) {
            return;
        }
        install(true, root, SECOND);
        assertThat(config).content().startsWith("# changed");
        run(root, port -> get(port, "/v1/jobs/kept"));
        sh(dpkg(root) + "--remove reeve");
        assertThat(root.resolve("usr/lib/reeve")).doesNotExist();
        assertThat(root.resolve("usr/bin/reeve")).doesNotExist();
        assertThat(config).exists();
        assertThat(root.resolve("var/lib/reeve/data/manifest")).exists();
        sh(dpkg(root) + "--purge reeve");
        assertThat(config).doesNotExist();
        assertThat(root.resolve("var/lib/reeve")).doesNotExist();
    }

    /** What dpkg and useradd expect of a system. */
    private static void prepare(Path root) throws IOException {
        for (String file : List.of("etc/passwd", "etc/shadow", "etc/group", "etc/gshadow", "var/lib/dpkg/status")) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), "");
        }
        Files.writeString(root.resolve("etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
        Files.writeString(root.resolve("etc/group"), "root:x:0:\n");
        for (String name : List.of("info", "updates", "triggers", "alternatives", "parts")) {
            Files.createDirectories(root.resolve("var/lib/dpkg").resolve(name));
        }
    }

    private static String dpkg(Path root) {
        return "dpkg --root='" + root + "' --force-script-chrootless --force-depends --force-confold --log=/dev/null ";
    }

    private static void install(boolean isRoot, Path root, String version) throws Exception {
        sh(
                isRoot
                        ? dpkg(root) + "--install '" + debian(version) + "'"
                        : "dpkg-deb -x '" + debian(version) + "' '" + root + "'");
    }

    private interface Visit {
        void at(int port) throws Exception;
    }

    /** Starts the installed server by its launcher, and stops it. */
    private static void run(Path root, Visit visit) throws Exception {
        Process server = process("exec '" + root + "/usr/bin/reeve' serve --config '" + root
                + "/etc/reeve/reeve.toml' --data '" + root + "/var/lib/reeve/data' " + PORTS);
        List<String> said = new ArrayList<>();
        try (BufferedReader lines = server.inputReader()) {
            String line = lines.readLine();
            while (line != null && !line.contains("Reeve is ready")) {
                said.add(line);
                line = lines.readLine();
            }
            Matcher http = HTTP.matcher(String.join("\n", said));
            assertThat(http.find()).as("%s", said).isTrue();
            visit.at(Integer.parseInt(http.group(1)));
            server.toHandle().destroy();
            try (Stream<String> rest = lines.lines()) {
                assertThat(rest.toList()).last().asString().contains(" stopped: ");
            }
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
    }

    private static void post(int port, String body) throws Exception {
        check(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/jobs"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static void get(int port, String path) throws Exception {
        check(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)));
    }

    private static void check(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }
}
