package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Tick;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a table of commands and replies on a manual clock. Every line is {@code command -> reply | effect, effect};
 * where a line expects nothing of its reply or effects, there must be none:
 *
 * <pre>
 * add a mail ttr=10s attempts=1  -> 1 | ready mail
 * lease mail by=joe              -> a:1
 * +10s                           -> | a FAILED (empty)
 * job a                          -> FAILED attempts=1 fails=0
 * </pre>
 *
 * <p>See {@link ScenarioLine} for the words. After every line the engine's invariants are checked; after the last one the
 * journal is replayed, and a snapshot restored, to the same state.
 */
public final class Scenario {
    private final Engine engine = new Engine();
    private final RecordedEffects effects = new RecordedEffects(ScenarioReplies::event);
    private final List<byte[]> journal = new ArrayList<>();
    private long atMicros = ScenarioWords.START_MICROS;

    public static void play(String script) {
        new Scenario().run(script);
    }

    public Scenario run(String script) {
        List<String> expected = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        script.lines().map(String::strip).filter(Scenario::isCommand).forEach(line -> {
            String[] sides = line.split("->", 2);
            String command = sides[0].strip();
            expected.add(written(command, sides.length > 1 ? sides[1].strip() : ""));
            actual.add(written(command, play(command.split(" +"))));
            EngineInvariants.check(engine);
        });
        assertThat(String.join("\n", actual)).isEqualTo(String.join("\n", expected));
        String hash = StateHash.of(engine);
        assertThat(StateHash.of(Replay.of(journal))).as("state after a replay").isEqualTo(hash);
        Engine restored = StateHash.restore(StateHash.snapshot(engine));
        EngineInvariants.check(restored);
        assertThat(StateHash.of(restored)).as("state after a restore").isEqualTo(hash);
        return this;
    }

    public Engine engine() {
        return engine;
    }

    private static boolean isCommand(String line) {
        return !line.isEmpty() && !line.startsWith("#");
    }

    private static String written(String command, String reply) {
        String shown = reply.replaceAll(" +", " ").strip();
        return command.replaceAll(" +", " ") + " ->" + (shown.isEmpty() ? "" : " " + shown);
    }

    private String play(String[] words) {
        ScenarioLine line = new ScenarioLine(words);
        atMicros += line.passesMicros();
        Command<?> command = line.command();
        String reply = command == null ? line.answer(engine) : apply(command, line);
        List<String> told = effects.take();
        return told.isEmpty() ? reply : reply + " | " + String.join(", ", told);
    }

    private <R> String apply(Command<R> command, ScenarioLine line) {
        Entry<R> entry = new Entry<>(atMicros, line.seed(), command);
        journal.add(Replay.encode(entry));
        Outcome<R> outcome = engine.apply(entry, effects);
        return command instanceof Tick ? "" : line.reply(outcome);
    }
}
