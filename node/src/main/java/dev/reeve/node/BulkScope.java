package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import java.util.List;

/** What somebody who changes many jobs may see and change of them. Loop only. */
public interface BulkScope {
    /** Evaluates the query on what may be seen. */
    <R> void search(LongQuery<R> query, Completion<R> done);

    /** Executes those of the commands that are allowed, in one entry. The outcomes are in the order of the commands. */
    void change(List<Command<?>> commands, Completion<List<Outcome<?>>> done);
}
