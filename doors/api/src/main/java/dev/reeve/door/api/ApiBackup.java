package dev.reeve.door.api;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import dev.reeve.node.Requests;
import dev.reeve.node.StateCopy;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Handler of {@code POST /v1/backup}: a copy of all data at one moment. Few are sent at a time, because each keeps a file on the
 * disk that may have been replaced since.
 */
final class ApiBackup implements Route.Handler {
    static final int MOST = 2;
    private static final int RETRY_AFTER_SECONDS = 10;

    private final AtomicInteger sending = new AtomicInteger();

    @Override
    public void handle(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        requireRoom();
        exchange.<StateCopy>callNode(
                Requests::copyState, refused -> Problems.of(refused).error(), copy -> send(exchange, copy));
    }

    private void requireRoom() throws HttpError {
        if (sending.get() >= MOST) {
            throw HttpError.tooMany(
                    MOST + " backups are being sent, and there may be no more at a time", RETRY_AFTER_SECONDS);
        }
    }

    private void send(Exchange exchange, StateCopy copy) {
        try {
            requireRoom();
        } catch (HttpError tooMany) {
            close(copy);
            exchange.refuse(tooMany);
            return;
        }
        sending.incrementAndGet();
        exchange.download(copy, sending::decrementAndGet);
    }

    private static void close(Closeable copy) {
        try {
            copy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
