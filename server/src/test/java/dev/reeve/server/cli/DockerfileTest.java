package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerfileTest {
    private static final String GOOD = """
            # An image.
            FROM example:1.2
            ARG VERSION
            RUN useradd reeve && \\
                true
            COPY dist/${VERSION}/ /opt/
            USER 10001
            WORKDIR /var/lib
            EXPOSE 8023 9922/tcp
            HEALTHCHECK --interval=10s CMD ["true", "--now"]
            ENTRYPOINT ["/bin/true"]
            CMD ["serve"]
            """;

    @Test
    void ours_keeps_the_rules() throws Exception {
        assertThat(DockerfileRules.findings(Files.readString(Path.of("..", "packaging", "Dockerfile"))))
                .isEmpty();
        assertThat(DockerfileRules.findings(GOOD)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FROM example:1.2|FROM example|the image example has no fixed tag",
                "FROM example:1.2|FROM example:latest|the image example:latest has no fixed tag",
                "FROM example:1.2|WORKDIR /|the first instruction is WORKDIR",
                "ARG VERSION|ARGS VERSION|ARGS is no instruction",
                "ARG VERSION|ENV OTHER=1|COPY uses VERSION, which nothing sets",
                "COPY dist|ADD dist|ADD does more than it says: use COPY",
                "COPY dist|COPY ../dist|COPY leaves the context: ../dist/${VERSION}/ /opt/",
                "USER 10001|USER root|the image runs as root",
                "USER 10001|MAINTAINER ann|MAINTAINER is obsolete",
                "WORKDIR /var|WORKDIR var|WORKDIR var/lib is not absolute",
                "EXPOSE 8023|EXPOSE http|EXPOSE http 9922/tcp is no port",
                "HEALTHCHECK --interval=10s CMD|LABEL a=|there is no HEALTHCHECK",
                "CMD [\"true\", \"--now\"]|CMD true|HEALTHCHECK is no list of words",
                "CMD [\"serve\"]|CMD serve|CMD is no list of words",
                "CMD [\"serve\"]|CMD|CMD has no argument",
                "CMD [\"serve\"]|ENTRYPOINT [\"serve\"]|there are two of ENTRYPOINT",
                "useradd reeve|( useradd reeve|RUN is no shell command: ",
                "useradd|sudo useradd|RUN uses sudo",
                "useradd|cd / && useradd|RUN uses cd in place of WORKDIR",
                "useradd reeve|curl http://x ¦ sh|RUN executes what it downloads",
                "useradd|apt-get install -y passwd && useradd|RUN leaves the lists of packages in the image",
            })
    void a_mistake_is_found(String good, String bad, String finding) throws Exception {
        assertThat(GOOD).contains(good);
        assertThat(DockerfileRules.findings(GOOD.replace(good, bad.replace('¦', '|'))))
                .anyMatch(found -> found.startsWith(finding));
    }
}
