package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.access.Right;
import dev.reeve.engine.Rejection;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/nodes}. Who belongs to the cluster is told without asking the others, so that it is known when they are gone. */
record ApiNodes(ServerReport report) {
    private static final double MICROS_A_SECOND = 1e6;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,63}");
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z0-9._-]{1,253}):([1-9]\\d{0,4})");
    private static final int MOST_PORT = 65_535;

    /** {@code GET /v1/nodes}. */
    void list(Exchange exchange) {
        ClusterReport cluster = report.cluster();
        if (cluster != null) {
            exchange.ok(out -> write(cluster, out));
            return;
        }
        exchange.askNode(
                (engine, node) -> node.position(),
                refused -> Problems.of(refused).error(),
                position -> exchange.ok(out -> writeSingle(position, out)));
    }

    private void writeSingle(long position, JsonGenerator out) throws IOException {
        ClusterReport.State state = new ClusterReport.State(report.version(), position, 0, report.notReady(), 0, 0);
        out.writeStartObject();
        out.writeNumberField("term", 0);
        out.writeArrayFieldStart("nodes");
        write("local", null, "single", state, out);
        out.writeEndArray();
        out.writeNullField("advice");
        out.writeEndObject();
    }

    private static void write(ClusterReport cluster, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("term", cluster.term());
        out.writeArrayFieldStart("nodes");
        for (ClusterReport.Node node : cluster.nodes()) {
            write(node.name(), node.address(), node.leads() ? "leader" : "follower", node.state(), out);
        }
        out.writeEndArray();
        out.writeStringField("advice", cluster.advice());
        out.writeEndObject();
    }

    private static void write(
            String name, @Nullable String address, String role, ClusterReport.@Nullable State state, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("address", address);
        out.writeStringField("role", role);
        if (state == null) {
            for (String unknown : new String[] {"version", "position", "lag"}) {
                out.writeNullField(unknown);
            }
            out.writeBooleanField("ready", false);
            out.writeStringField("not_ready_because", "it was not heard of");
            out.writeNullField("last_contact_seconds");
            out.writeNullField("clock_skew_seconds");
        } else {
            out.writeStringField("version", state.version());
            out.writeNumberField("position", state.position());
            out.writeNumberField("lag", state.lag());
            out.writeBooleanField("ready", state.notReady() == null);
            out.writeStringField("not_ready_because", state.notReady());
            out.writeNumberField("last_contact_seconds", state.silentMicros() / MICROS_A_SECOND);
            out.writeNumberField("clock_skew_seconds", state.skewMicros() / MICROS_A_SECOND);
        }
        out.writeEndObject();
    }

    /** {@code POST /v1/nodes/{node}/transfer}: the node becomes the leader. */
    void transfer(Exchange exchange) throws HttpError {
        ClusterReport cluster = require(exchange);
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, cluster, ClusterReport.Change.TRANSFER, new Address("", 0));
    }

    /** {@code POST /v1/nodes/{node}/leave}: the node is no member any more. */
    void leave(Exchange exchange) throws HttpError {
        ClusterReport cluster = require(exchange);
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, cluster, ClusterReport.Change.LEAVE, new Address("", 0));
    }

    private record Address(String host, int port) {
        static @Nullable Address parse(@Nullable String text) {
            Matcher parts = ADDRESS.matcher(text == null ? "" : text);
            int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
            return port == 0 || port > MOST_PORT ? null : new Address(parts.group(1), port);
        }
    }

    private static final class JoinFields {
        private @Nullable Address address;

        boolean field(String name, StrictJson value) throws IOException {
            if (!name.equals("address")) {
                return false;
            }
            address = Address.parse(value.text(
                    text -> Address.parse(text) != null, "expected a host and a port such as 10.0.0.4:7419"));
            return true;
        }
    }

    /** {@code POST /v1/nodes/{node}/join}: a node that waits at an address becomes a member. */
    void join(Exchange exchange) throws HttpError {
        ClusterReport cluster = require(exchange);
        JoinFields fields = new JoinFields();
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        Address address = fields.address;
        if (address == null) {
            errors.missing("/address");
        }
        errors.throwIfAny();
        change(exchange, cluster, ClusterReport.Change.JOIN, address == null ? new Address("", 0) : address);
    }

    private ClusterReport require(Exchange exchange) throws HttpError {
        exchange.sender().requireEverywhere(Right.SETTINGS);
        ClusterReport cluster = report.cluster();
        if (cluster == null) {
            throw Problems.NO_CLUSTER.of("The server is not part of a cluster").error();
        }
        String node = exchange.segment(0);
        if (!NAME.matcher(node).matches() && !ADDRESS.matcher(node).matches()) {
            throw notFound(node);
        }
        return cluster;
    }

    private static HttpError notFound(String node) {
        return Problems.NODE_NOT_FOUND
                .of("There is no node " + node)
                .about("node", node)
                .error();
    }

    private static void change(Exchange exchange, ClusterReport cluster, ClusterReport.Change change, Address address) {
        String node = exchange.segment(0);
        String action = change.name().toLowerCase(Locale.ROOT) + " node";
        exchange.sender()
                .noteChange(
                        action,
                        "node " + node,
                        () -> exchange.<ClusterReport.Result>callNode(
                                (ignored, done) ->
                                        cluster.change(change, node, address.host, address.port, done::reply),
                                refused -> Problems.of(refused).error(),
                                result -> answer(exchange, node, result)));
    }

    private static void answer(Exchange exchange, String node, ClusterReport.Result result) {
        switch (result.end()) {
            case DONE, GOES_ON ->
                exchange.ok(out -> {
                    out.writeStartObject();
                    out.writeStringField("node", node);
                    out.writeBooleanField("done", result.end() == ClusterReport.End.DONE);
                    out.writeStringField("advice", result.detail().isEmpty() ? null : result.detail());
                    out.writeEndObject();
                });
            case NO_SUCH_NODE -> exchange.refuse(notFound(node));
            case REFUSED ->
                exchange.refuse(Problems.CHANGE_REFUSED.of(result.detail()).error());
            case NO_LEADER -> exchange.refuse(HttpError.of(Rejection.NO_LEADER));
        }
    }
}
