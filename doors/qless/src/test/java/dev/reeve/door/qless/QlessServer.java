package dev.reeve.door.qless;

import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.net.TcpDoor;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.RespClient;

/** A test server with its qless door open. */
final class QlessServer implements AutoCloseable {
    static final QlessSettings FLUSHABLE =
            new QlessSettings(true, 1024 * 1024, 255, 8L * 1024 * 1024, 64L * 1024 * 1024);

    private final TestServer server;
    private final TcpDoor door;

    QlessServer(JournalKind journal) {
        this(journal, FLUSHABLE);
    }

    QlessServer(JournalKind journal, QlessSettings settings) {
        this(TestServer.Options.of(journal), settings);
    }

    QlessServer(TestServer.Options options, QlessSettings settings) {
        server = new TestServer(options);
        door = server.open(new QlessDoor(server.node(), server.connections(), settings));
    }

    RespClient connect() {
        return connect(0);
    }

    RespClient connect(int receiveBufferBytes) {
        return new RespClient(server.connect(door, receiveBufferBytes));
    }

    /** Adds a job on the server's clock, as the other doors do. */
    void addThroughAnotherDoor(String queue) {
        server.submit(new Add(JobId.of("added elsewhere"), queue, new byte[0], 0, Add.NOW, TermsBuilder.plain()));
    }

    int port() {
        return door.address().getPort();
    }

    TestServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
