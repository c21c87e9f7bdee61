package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the jobs of one command are added: a job after those of the command that it depends on, and otherwise
 * as they are given. Jobs that depend on themselves through others have no place in it.
 */
public final class AddOrder {
    private static final int ENTERED = 1;
    private static final int LEFT = 2;

    private final List<Add> adds;
    private final NonIterableMap<JobId, Integer> indexes = new NonIterableMap<>();
    private final int[] visits;
    private final boolean[] inCycle;
    private final List<Integer> path = new ArrayList<>();
    private final int[] order;
    private int ordered;

    public AddOrder(List<Add> adds) {
        this.adds = adds;
        this.visits = new int[adds.size()];
        this.inCycle = new boolean[adds.size()];
        this.order = new int[adds.size()];
        boolean depends = adds.stream().anyMatch(AddOrder::asks);
        for (int i = adds.size() - 1; i >= 0 && depends; i--) {
            indexes.put(adds.get(i).id(), i);
        }
        for (int i = 0; i < adds.size(); i++) {
            if (depends) {
                visit(i);
            } else {
                order[i] = i;
            }
        }
    }

    private static boolean asks(Add add) {
        return add.options().ties().ifDependencyFails() != DependencyRule.NONE
                && !add.options().dependencies().isEmpty();
    }

    private void visit(int index) {
        if (visits[index] == LEFT) {
            return;
        }
        if (visits[index] == ENTERED) {
            path.subList(path.indexOf(index), path.size()).forEach(one -> inCycle[one] = true);
            return;
        }
        visits[index] = ENTERED;
        path.add(index);
        if (asks(adds.get(index))) {
            for (JobId id : adds.get(index).options().dependencies()) {
                Integer dependency = indexes.get(id);
                if (dependency != null) {
                    visit(dependency);
                }
            }
        }
        path.remove(path.size() - 1);
        visits[index] = LEFT;
        order[ordered++] = index;
    }

    /** The places of the jobs in the command, in the order in which they are added. */
    public int[] indexes() {
        return order.clone();
    }

    /** Whether the job depends on itself. */
    public boolean isInCycle(int index) {
        return inCycle[index];
    }
}
