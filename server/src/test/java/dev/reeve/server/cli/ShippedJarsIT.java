package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The libraries that are shipped: exactly these, and all of them in the list of components (SBOM). */
class ShippedJarsIT {
    /** A library that is added here is one more to be watched for security fixes. */
    private static final List<String> SHIPPED = List.of(
            "chart.js",
            "lit-html",
            "reeve-dashboard",
            "jackson-annotations",
            "commons-io",
            "commons-lang",
            "disruptor",
            "jackson-core",
            "jackson-databind",
            "jackson-dataformat-toml",
            "jctools-core",
            "jraft-core",
            "jspecify",
            "jsr305",
            "logback-classic",
            "logback-core",
            "metrics-core",
            "netty-buffer",
            "netty-codec-base",
            "netty-codec-http",
            "netty-common",
            "netty-handler",
            "netty-resolver",
            "netty-transport",
            "netty-transport-classes-epoll",
            "netty-transport-native-epoll linux-aarch_64",
            "netty-transport-native-epoll linux-x86_64",
            "netty-transport-native-unix-common",
            "picocli",
            "prometheus-metrics-config",
            "prometheus-metrics-core",
            "prometheus-metrics-exposition-textformats",
            "prometheus-metrics-instrumentation-jvm",
            "prometheus-metrics-model",
            "prometheus-metrics-tracer-common",
            "prometheus-metrics-tracer-initializer",
            "protobuf-java",
            "reeve-client",
            "reeve-cluster",
            "reeve-door-api",
            "reeve-door-goqueue",
            "reeve-door-jobber",
            "reeve-door-ocypod",
            "reeve-door-qless",
            "reeve-door-workq",
            "reeve-engine",
            "reeve-journal",
            "reeve-access",
            "reeve-net",
            "reeve-node",
            "reeve-settings",
            "slf4j-api");

    @Test
    void the_lib_folder_has_the_listed_jars_and_no_other() throws Exception {
        assertThat(BuiltJar.lib().map(jar -> jar.getFileName().toString().replace("-SNAPSHOT", "")))
                .map(file -> file.replaceFirst("-\\d+(\\.\\w+)*?(?:-(linux-\\w+))?\\.jar$", " $2")
                        .strip())
                .containsExactlyInAnyOrderElementsOf(SHIPPED);
    }

    @Test
    void the_list_of_components_names_every_jar_with_its_version() throws Exception {
        assertThat(BuiltJar.componentList())
                .as("Maven creates this list only when it is online")
                .exists();
        JsonNode sbom = new ObjectMapper().readTree(Files.readAllBytes(BuiltJar.componentList()));
        assertThat(sbom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(StreamSupport.stream(sbom.path("components").spliterator(), false)
                        .map(ShippedJarsIT::file))
                .containsExactlyInAnyOrderElementsOf(
                        BuiltJar.lib().map(jar -> jar.getFileName().toString()).toList());
    }

    private static String file(JsonNode component) {
        String purl = component.path("purl").asText();
        String classifier = purl.contains("classifier=") ? purl.replaceFirst(".*classifier=([^&]*).*", "-$1") : "";
        return component.path("name").asText() + "-" + component.path("version").asText() + classifier + ".jar";
    }
}
