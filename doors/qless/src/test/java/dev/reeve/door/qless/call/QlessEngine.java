package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.node.LongQuery;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Executes calls on an engine without a network, and collects the published events. */
final class QlessEngine implements Effects {
    private static final QlessSettings SETTINGS =
            new QlessSettings(false, 2 * 1024 * 1024, 255, 8L * 1024 * 1024, 64L * 1024 * 1024);

    private final CallTable calls = new CallTable(SETTINGS);
    private final Engine engine = new Engine();
    private final List<String> published = new ArrayList<>();
    private long atMicros = 1_700_000_000_000_000L;

    Engine engine() {
        return engine;
    }

    void pass(long micros) {
        atMicros += micros;
    }

    long atMicros() {
        return atMicros;
    }

    /** The events since the last call of this method, as channel and message. */
    List<String> takePublished() {
        List<String> taken = List.copyOf(published);
        published.clear();
        return taken;
    }

    Resp current(Object... args) {
        return call(CallingConvention.CURRENT, "", List.of(), Arrays.asList(args));
    }

    Resp call(CallingConvention form, String call, List<?> keys, List<?> args) {
        CallPlan parsed = calls.parse(form, call, bytes(keys), bytes(args), name -> {});
        if (parsed instanceof CallPlan.Answered answered) {
            return answered.reply();
        } else if (parsed instanceof CallPlan.Write<?> write) {
            return write(write);
        } else if (parsed instanceof CallPlan.LongRead<?> read) {
            return readInSteps(read);
        } else if (parsed instanceof CallPlan.Repeated repeated) {
            return new Resp.Int(engine.apply(
                            new Entry<>(atMicros, 0, repeated.command().apply(repeated.count())), this)
                    .reply());
        }
        return read((CallPlan.Read<?>) parsed);
    }

    private <R> Resp readInSteps(CallPlan.LongRead<R> read) {
        if (read.before() != null) {
            engine.apply(new Entry<>(atMicros, 0, read.before()), this);
        }
        return read.reply().apply(Outcome.of(result(engine, read)));
    }

    /** Evaluates all steps. */
    static <R> R result(Engine engine, CallPlan.LongRead<R> read) {
        LongQuery<R> query = read.query().get();
        R result = query.step(engine);
        while (result == null) {
            result = query.step(engine);
        }
        return result;
    }

    private <R> Resp write(CallPlan.Write<R> write) {
        return write.reply().apply(engine.apply(new Entry<>(atMicros, 0, write.command()), this));
    }

    private <R> Resp read(CallPlan.Read<R> read) {
        return read.reply().apply(Outcome.of(read.query().ask(engine)));
    }

    private static List<byte[]> bytes(List<?> values) {
        return values.stream()
                .map(value -> String.valueOf(value).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** A reply as one line: strings unchanged, lists in brackets. */
    static String show(Resp encoded) {
        Resp reply = Resp.whole(encoded);
        if (reply instanceof Resp.Bulk bulk) {
            return new String(bulk.bytes(), StandardCharsets.UTF_8);
        } else if (reply instanceof Resp.LongBulk bulk) {
            ByteArrayOutputStream all = new ByteArrayOutputStream(bulk.bytes());
            bulk.parts().forEach(all::writeBytes);
            return all.toString(StandardCharsets.UTF_8);
        } else if (reply instanceof Resp.Int number) {
            return ":" + number.value();
        } else if (reply instanceof Resp.Error error) {
            return "-" + error.text().replace("ERR user_script:1: ", "");
        } else if (reply instanceof Resp.Real number) {
            return number.text();
        } else if (reply instanceof Resp.Aggregate many) {
            return switch (many.type()) {
                case MAP -> show(many.items(), "{", "}");
                case SET -> show(many.items(), "~[", "]");
                case ARRAY, SCORES, PUSH -> show(many.items(), "[", "]");
            };
        }
        return reply instanceof Resp.Simple simple ? "+" + simple.text() : "nil";
    }

    private static String show(List<Resp> items, String before, String after) {
        return items.stream().map(QlessEngine::show).collect(Collectors.joining(",", before, after));
    }

    @Override
    public void becameReady(String queue) {}

    @Override
    public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {}

    @Override
    public boolean wantsQlessEvents() {
        return true;
    }

    @Override
    public void qlessEvent(QlessEvent event) {
        EventMessages.publish(
                event,
                (channel, message) -> published.add(channel + " " + new String(message.get(), StandardCharsets.UTF_8)));
    }
}
