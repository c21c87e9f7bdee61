package dev.reeve.campaign.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.Violation;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A pipelining connection to the Workq door: requests are sent with the next flush, replies are read in order. */
final class WorkqClient implements Closeable {
    private static final int MILLIS_PATIENCE = 30_000;
    private static final String DAY_MILLIS = "86400000";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    WorkqClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(MILLIS_PATIENCE);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
    }

    /** Sends a step of the client that owns this queue. */
    void send(CrashStep step, String queue) throws IOException {
        switch (step.kind()) {
            case ADD -> sendAdd(step.job());
            case LEASE -> send("lease " + queue + " 0");
            case COMPLETE -> send("complete " + step.job().id(), step.result());
            case FAIL -> send("fail " + step.job().id(), step.result());
            case DELETE -> send("delete " + step.job().id());
            case RESULT -> send("result " + step.job().id() + " 0");
        }
    }

    void send(String line) throws IOException {
        out.write((line + "\r\n").getBytes(ISO_8859_1));
    }

    /** Sends the line, ending with the size of the text, and the text. */
    void send(String line, String text) throws IOException {
        send(line + " " + text.length());
        out.write((text + "\r\n").getBytes(ISO_8859_1));
    }

    private void sendAdd(JobRecord job) throws IOException {
        JobRecord.Order order = job.order();
        String head = "%s %s %s %s ".formatted(job.id(), job.queue(), order.ttrMicros() / 1000, DAY_MILLIS);
        String flags = order.maxFails() > 0 ? " -max-fails=" + order.maxFails() : "";
        String command = order.startsAtMicros() == 0 ? "add " + head : "schedule " + head + time(order) + " ";
        send(command + order.payload().length() + flags);
        out.write((order.payload() + "\r\n").getBytes(ISO_8859_1));
    }

    private static String time(JobRecord.Order order) {
        return Instant.EPOCH.plus(order.startsAtMicros(), ChronoUnit.MICROS).toString();
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Reads the reply to a step. */
    CrashAnswer read(CrashStep.Kind to) throws IOException {
        String line = readLine();
        if (!line.startsWith("+OK")) {
            return CrashAnswer.of(refusal(line));
        }
        if (to == CrashStep.Kind.LEASE) {
            String[] words = readLine().split(" ", -1);
            return CrashAnswer.leased(words[0], readText(Integer.parseInt(words[2])));
        }
        return to == CrashStep.Kind.RESULT ? readResult() : CrashAnswer.of(CrashAnswer.Kind.OK);
    }

    private CrashAnswer readResult() throws IOException {
        String[] words = readLine().split(" ", -1);
        return CrashAnswer.result(words[0], words[1].equals("1"), readText(Integer.parseInt(words[2])));
    }

    private static CrashAnswer.Kind refusal(String line) {
        return switch (line) {
            case "-NOT-FOUND" -> CrashAnswer.Kind.NOT_FOUND;
            case "-TIMEOUT" -> CrashAnswer.Kind.TIMEOUT;
            case "-CLIENT-ERROR Duplicate job" -> CrashAnswer.Kind.JOB_EXISTS;
            case "-CLIENT-ERROR Duplicate result" -> CrashAnswer.Kind.ALREADY_ENDED;
            case "-SERVER-ERROR Out of disk space" -> CrashAnswer.Kind.OUT_OF_DISK;
            default -> throw new Violation("nobody expects " + line);
        };
    }

    void sendLook(String id) throws IOException {
        send("inspect job " + id);
        send("result " + id + " 0");
    }

    /** Reads the replies to a job lookup. */
    Seen readLook() throws IOException {
        String line = readLine();
        Map<String, String> keys = line.equals("+OK 1") ? readKeys() : Map.of("", line);
        CrashAnswer result = read(CrashStep.Kind.RESULT);
        if (keys.containsKey("")) {
            if (refusal(line) != CrashAnswer.Kind.NOT_FOUND || result.kind() != CrashAnswer.Kind.NOT_FOUND) {
                throw new Violation("inspect says " + line + ", result says " + result);
            }
            return Seen.NOTHING;
        }
        return seen(keys, result);
    }

    private static Seen seen(Map<String, String> keys, CrashAnswer result) {
        Seen.Phase phase = switch (number(keys, "state")) {
            case 0, 3 -> Seen.Phase.WAITING;
            case 1 -> Seen.Phase.COMPLETED;
            case 2 -> Seen.Phase.FAILED;
            case 4 -> Seen.Phase.LEASED;
            default -> throw new Violation("there is no state " + keys.get("state"));
        };
        boolean ended = phase == Seen.Phase.COMPLETED || phase == Seen.Phase.FAILED;
        boolean agrees = ended
                ? result.kind() == CrashAnswer.Kind.OK && result.success() == (phase == Seen.Phase.COMPLETED)
                : result.kind() == CrashAnswer.Kind.TIMEOUT;
        if (!agrees) {
            throw new Violation("inspect says " + phase + ", result says " + result);
        }
        return new Seen(
                phase,
                keys.getOrDefault("name", ""),
                keys.getOrDefault("payload", ""),
                number(keys, "attempts"),
                number(keys, "fails"),
                ended ? result.body() : null);
    }

    private static int number(Map<String, String> keys, String key) {
        return Integer.parseInt(keys.getOrDefault(key, ""));
    }

    private Map<String, String> readKeys() throws IOException {
        String head = readLine();
        int space = head.indexOf(' ');
        int count = Integer.parseInt(head.substring(space + 1));
        Map<String, String> keys = new HashMap<>();
        keys.put("id", head.substring(0, space));
        for (int i = 0; i < count; i++) {
            readKey(keys);
        }
        return keys;
    }

    private void readKey(Map<String, String> keys) throws IOException {
        String key = readWord();
        if (key.equals("payload")) {
            keys.put(key, readText(number(keys, "payload-size")));
        } else {
            keys.put(key, readLine());
        }
    }

    /** The ids of all jobs that can be leased now or later, listed page by page. */
    List<String> listIds(String queue) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String what : List.of("jobs", "scheduled-jobs")) {
            int offset = 0;
            int count = 100;
            while (count == 100) {
                send("inspect " + what + " " + queue + " " + offset + " 100");
                flush();
                String line = readLine();
                count = line.startsWith("+OK ") ? Integer.parseInt(line.substring(4)) : 0;
                for (int i = 0; i < count; i++) {
                    ids.add(readKeys().getOrDefault("id", ""));
                }
                offset += count;
            }
        }
        return ids;
    }

    String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int read;
        while ((read = in.read()) != '\r') {
            line.append((char) readable(read));
        }
        requireByte('\n');
        return line.toString();
    }

    private String readWord() throws IOException {
        StringBuilder word = new StringBuilder();
        int read;
        while ((read = in.read()) != ' ') {
            word.append((char) readable(read));
        }
        return word.toString();
    }

    private String readText(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        requireByte('\r');
        requireByte('\n');
        return new String(bytes, ISO_8859_1);
    }

    private void requireByte(char expected) throws IOException {
        if (readable(in.read()) != expected) {
            throw new Violation("an answer does not end where it should");
        }
    }

    private static int readable(int read) throws IOException {
        if (read < 0) {
            throw new EOFException();
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
