package dev.reeve.campaign.abuse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A misbehaving client that reconnects when the server disconnects it. It never reads and never blocks. */
final class Nuisance implements AutoCloseable {
    /** A small receive buffer, so that unread bytes stay in the server. */
    private static final int RECEIVE_BYTES = 4096;

    private static final int REQUESTS_A_TURN = 20;

    /** The action of one turn. */
    enum Habit {
        /** Sends one more byte of a request that never ends. */
        DRIBBLE {
            @Override
            void act(Nuisance by) throws IOException {
                by.send(1);
            }
        },
        /** Sends more and more requests. */
        ASK {
            @Override
            void act(Nuisance by) throws IOException {
                for (int i = 0; i < REQUESTS_A_TURN && by.send(by.text.length); i++) {
                    by.at = 0;
                }
            }
        },
        /** Sends half of a request and nothing more. */
        FALL_SILENT {
            @Override
            void act(Nuisance by) throws IOException {
                by.send(by.text.length);
            }
        },
        /** Sends half of a request, and resets the connection at the next turn. */
        BREAK_OFF {
            @Override
            void act(Nuisance by) throws IOException {
                if (by.at > 0) {
                    by.reset();
                    by.connect();
                } else {
                    by.send(by.text.length);
                }
            }
        };

        abstract void act(Nuisance by) throws IOException;
    }

    private final int port;
    private final Habit habit;
    private final byte[] text;
    private SocketChannel channel;
    private int at;
    private int timesCut;

    Nuisance(int port, Habit habit, byte[] text) throws IOException {
        this.port = port;
        this.habit = habit;
        this.text = text;
        this.channel = open();
    }

    private SocketChannel open() throws IOException {
        SocketChannel opened = SocketChannel.open();
        opened.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        opened.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        opened.configureBlocking(false);
        return opened;
    }

    private void connect() throws IOException {
        channel = open();
        at = 0;
    }

    /** Resets the connection, as a crash does; unsent bytes are lost. */
    private void reset() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }

    void act() throws IOException {
        try {
            habit.act(this);
        } catch (IOException cutOff) {
            timesCut++;
            channel.close();
            connect();
        }
    }

    /** Sends up to this number of remaining bytes; true if none remain. */
    private boolean send(int most) throws IOException {
        at += channel.write(ByteBuffer.wrap(text, at, Math.min(most, text.length - at)));
        return at == text.length;
    }

    int timesCut() {
        return timesCut;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
