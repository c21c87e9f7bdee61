package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a program gets that depends on the client. Which classes the client uses is looked at by {@code ArchitectureTest}. */
class ClientPomTest {
    @Test
    void the_client_brings_jackson_core_and_nothing_else() throws Exception {
        NodeList dependencies = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("..", "client", "pom.xml").toFile())
                .getElementsByTagName("dependency");
        List<String> brought = new ArrayList<>();
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            boolean isOptional = text(dependency, "optional").equals("true");
            boolean isForBuilds = List.of("provided", "test").contains(text(dependency, "scope"));
            if (!isOptional && !isForBuilds) {
                brought.add(text(dependency, "artifactId"));
            }
        }
        assertThat(brought).containsExactly("jackson-core");
    }

    private static String text(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }
}
