package dev.reeve.campaign.model;

import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.SteppedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Executes steps on a server and on the model, and compares the replies. */
final class Player {
    static final long START_MICROS = 1_700_000_000_000_000L;
    private static final long ALARM_SLACK_MICROS = 1_000_000;
    private static final long DAY_MICROS = 86_400 * Model.SECOND;
    private static final int INVARIANTS_EVERY = 64;

    final Model model = new Model();
    final ModelNames names = new ModelNames(model);
    private final SimDisk disk;
    private final SteppedClock machine = new SteppedClock(START_MICROS);
    private final SplittableRandom random;
    private final Map<Character, ModelSide> sides = new HashMap<>();
    private final Map<String, Integer> coverage;
    private DoorServer server;
    private int steps;

    /** @param mercy extra failures that the model allows, for the negative control */
    Player(long seed, int mercy, Map<String, Integer> coverage) {
        this.coverage = coverage;
        model.tries.mercy = mercy;
        random = new SplittableRandom(seed);
        disk = new SimDisk(seed);
        sides.put('w', new ModelWorkq(model, names));
        sides.put('g', new ModelGoqueue(model, names));
        sides.put('b', new ModelJobber(model, names));
        sides.put('o', new ModelOcypod(model, names));
        sides.put('q', new ModelQless(model, names));
        server = open();
        model.now = server.nowMicros();
    }

    /** The first difference; null if there is none. */
    static @Nullable String play(long seed, int mercy, List<ModelStep> steps) {
        Player player = new Player(seed, mercy, new TreeMap<>());
        for (ModelStep step : steps) {
            String difference = player.differs(step);
            if (difference != null) {
                return step + "\n" + difference;
            }
        }
        return null;
    }

    private DoorServer open() {
        try {
            return new DoorServer(disk, machine, random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isWaiting(String client) {
        return model.waiters.stream().anyMatch(waiter -> waiter.client().equals(client));
    }

    @Nullable
    String differs(ModelStep step) {
        try {
            model.heard.clear();
            model.lastToken = model.largestToken;
            switch (step.client()) {
                case "time" -> time(step);
                case "server" -> restart(step);
                default -> ask(step);
            }
            if (steps++ % INVARIANTS_EVERY == 0) {
                EngineInvariants.check(server.engine());
            }
            return compare();
        } catch (RuntimeException | AssertionError e) {
            StackTraceElement[] trace = e.getStackTrace();
            return e + (trace.length == 0 ? "" : " at " + trace[0]);
        }
    }

    private void time(ModelStep step) {
        long micros = Long.parseLong(step.words().get(0)) * 1000;
        if (step.verb().equals("jump")) {
            machine.jump(micros);
            // The server does not read the clock before the next timer.
            machine.pass(ALARM_SLACK_MICROS);
        } else {
            machine.pass(micros);
        }
        long passed = step.verb().equals("jump") ? ALARM_SLACK_MICROS : micros;
        server.settle();
        model.uptime = machine.uptime().nowMicros();
        long paced = model.now + passed;
        long now = server.nowMicros();
        setTime(now, paced);
        hear();
        if (step.verb().equals("pass") && now > paced && server.hasNotReached(now)) {
            // Only this reading has followed a jump; the server reads its clock at the next timer.
            model.now = paced;
            model.tick();
            machine.pass(ALARM_SLACK_MICROS);
            server.settle();
            model.uptime = machine.uptime().nowMicros();
            model.now = now;
            setTime(server.nowMicros(), now + ALARM_SLACK_MICROS);
            hear();
        }
        model.tick();
    }

    /** The server's time is that of the wall clock, unless this is behind, or has jumped ahead a short time ago. */
    private void setTime(long now, long paced) {
        long wall = machine.wallMicros();
        long lead = wall - paced;
        long neededMicros = lead > DAY_MICROS ? 600 * Model.SECOND : 30 * Model.SECOND;
        boolean mayHold = lead > 60 * Model.SECOND;
        boolean mayFollow = wall >= model.now && (!mayHold || machine.stableForMicros() >= neededMicros);
        if (!(now == wall && mayFollow) && !(now == paced && (mayHold || wall < model.now))) {
            throw new AssertionError(
                    "the server's clock says " + now + ", the wall clock " + wall + ", expected " + paced);
        }
        model.now = now;
        model.ahead = Math.max(0, now - wall);
    }

    /** Restarts the server. All requests have been answered, so the whole state must be recovered. */
    private void restart(ModelStep step) {
        switch (step.verb()) {
            case "stop" -> server.stop();
            case "kill" -> disk.kill();
            default -> disk.powerCut();
        }
        if (step.verb().equals("stop")) {
            disk.kill();
        }
        server = open();
        long now = server.nowMicros();
        if (now > Math.max(model.now, machine.wallMicros())) {
            throw new AssertionError("the server's clock was put ahead by a restart, to " + now);
        }
        model.now = now;
        model.ahead = Math.max(0, now - machine.wallMicros());
        model.restart();
        for (ModelJob job : model.jobs) {
            job.inDoubt = server.leasesInDoubt().contains(job.number);
        }
        model.tick();
    }

    private void ask(ModelStep step) {
        ModelSide side = sides.get(step.door());
        if (side == null) {
            throw new IllegalArgumentException("there is no door for " + step);
        }
        if (step.verb().equals("hangup")) {
            server.hangUp(step.client());
            hear();
            model.hangUp(step.client());
            model.tick();
            return;
        }
        if (isWaiting(step.client())) {
            return;
        }
        server.send(step.client(), side.request(step));
        server.settle();
        hear();
        learn(step);
        side.expect(step);
        model.tick();
        cover(step);
    }

    private void hear() {
        server.take()
                .forEach((client, text) -> model.heard.merge(
                        client, client.startsWith("q") ? ModelQless.shown(text) : text, String::concat));
    }

    /** Records the id of a job that the server generated; the model cannot predict it. */
    private void learn(ModelStep step) {
        String label = step.words().isEmpty() ? "" : step.words().get(0);
        if (label.startsWith("x") && Set.of("add", "queue", "post").contains(step.verb())) {
            JobView job = server.engine().job(JobRef.of(model.lastNumber + 1));
            if (job != null) {
                names.label(label, job.id().toString());
            }
        }
    }

    private void cover(ModelStep step) {
        String heard = model.heardBy(step.client());
        String kind = heard.isEmpty() ? "waits" : Kinds.of(step, heard);
        coverage.merge(step.door() + " " + step.verb() + ": " + kind, 1, Integer::sum);
    }

    private @Nullable String compare() {
        Set<String> clients = new TreeSet<>(model.told.keySet());
        clients.addAll(model.heard.keySet());
        List<String> found = new ArrayList<>();
        for (String client : clients) {
            String expected = ModelWorkq.words(String.valueOf(model.told.getOrDefault(client, new StringBuilder())));
            String actual = model.heardBy(client);
            boolean same = client.startsWith("q") ? ModelQless.same(actual, expected) : actual.equals(expected);
            if (!same) {
                found.add("  " + client + " was told  " + Kinds.shown(actual));
                found.add("  " + client + " expected  " + Kinds.shown(expected));
            }
        }
        model.told.clear();
        return found.isEmpty() ? null : String.join("\n", found);
    }
}
