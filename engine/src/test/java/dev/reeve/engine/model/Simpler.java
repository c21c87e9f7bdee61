package dev.reeve.engine.model;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Rewrites a failing script so that its commands depend less on those before them: jobs are named by id instead of
 * number, and without a claim, wherever it still fails then.
 */
final class Simpler {
    private Simpler() {}

    static List<Entry<?>> of(List<Entry<?>> failing, Predicate<List<Entry<?>>> fails) {
        List<Entry<?>> script = new ArrayList<>(failing);
        Engine engine = new Engine();
        for (int i = 0; i < script.size(); i++) {
            Entry<?> original = script.get(i);
            script.set(i, simpler(original, engine));
            if (!fails.test(script)) {
                script.set(i, original);
            }
            try {
                engine.apply(script.get(i), Effects.NONE);
            } catch (IllegalStateException e) {
                break;
            }
        }
        return script;
    }

    private static Entry<?> simpler(Entry<?> entry, Engine engine) {
        return new Entry<>(entry.atMicros(), entry.seed(), simpler(entry.command(), engine));
    }

    private static Command<?> simpler(Command<?> command, Engine engine) {
        if (command instanceof Complete complete) {
            return new Complete(byId(complete.job(), engine), Claim.NONE, complete.result());
        } else if (command instanceof Fail fail) {
            return new Fail(byId(fail.job(), engine), Claim.NONE, fail.result(), null, null, null, null, fail.retry());
        } else if (command instanceof Release release) {
            return new Release(byId(release.job(), engine), Claim.NONE, release.undelivered(), release.delayMicros());
        } else if (command instanceof Renew renew) {
            return new Renew(byId(renew.job(), engine), Claim.NONE, renew.leaseMicros());
        } else if (command instanceof Delete delete) {
            return new Delete(byId(delete.job(), engine));
        } else if (command instanceof Abandon abandon) {
            return new Abandon(byId(abandon.job(), engine));
        }
        return command;
    }

    private static JobRef byId(JobRef ref, Engine engine) {
        JobView job = engine.job(ref);
        return job == null ? ref : JobRef.of(job.id());
    }
}
