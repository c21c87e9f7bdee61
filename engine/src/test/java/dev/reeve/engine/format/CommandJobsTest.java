package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.RecurringJob;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A component of a command that is a job's id or reference, at any depth, names a job, or a recurring job, of that command. */
class CommandJobsTest {
    private static final int COMMANDS = 200;
    private static final Set<CommandType> OF_RECURRING_JOBS =
            EnumSet.of(CommandType.RECUR, CommandType.UNRECUR, CommandType.UPDATE_RECURRING, CommandType.TAG_RECURRING);

    @ParameterizedTest
    @EnumSource
    void a_command_tells_exactly_the_jobs_that_its_components_name(CommandType type) throws Exception {
        RandomCommand random = new RandomCommand(new SplittableRandom(type.code()));
        for (int i = 0; i < COMMANDS; i++) {
            Command<?> command = random.entry(type).command();
            Set<JobRef> jobs = new LinkedHashSet<>();
            Set<JobId> recurring = new LinkedHashSet<>();
            collect(command, jobs, recurring);
            assertThat(new LinkedHashSet<>(command.jobs()))
                    .as("jobs of %s", command)
                    .isEqualTo(jobs);
            assertThat(new LinkedHashSet<>(command.recurringJobs()))
                    .as("recurring jobs of %s", command)
                    .isEqualTo(recurring);
        }
    }

    private static void collect(Command<?> command, Set<JobRef> jobs, Set<JobId> recurring)
            throws ReflectiveOperationException {
        if (command instanceof CommandGroup group) {
            for (CommandGroup.Step step : group.steps()) {
                if (step instanceof CommandGroup.Do one) {
                    collect(one.command(), jobs, recurring);
                }
            }
            return;
        }
        if (command instanceof AddAll all) {
            for (Add add : all.adds()) {
                collect(add, jobs, recurring);
            }
            return;
        }
        if (command instanceof OpenBatch batch) {
            for (Add add : batch.adds()) {
                collect(add, jobs, recurring);
            }
            OpenBatch.Templates templates = batch.templates();
            for (Add add : Arrays.asList(templates.onSuccess(), templates.onComplete(), templates.onFailure())) {
                if (add != null) {
                    collect(add, jobs, recurring);
                }
            }
            return;
        }
        Set<JobRef> found = new LinkedHashSet<>();
        collect((Object) command, found);
        if (command instanceof Add add && !add.options().existing().moves()) {
            // The job is not there yet, or is not changed. A random job may depend on itself.
            found.remove(JobRef.of(add.id()));
            add.options().dependencies().stream()
                    .filter(add.id()::equals)
                    .map(JobRef::of)
                    .forEach(found::add);
        }
        if (OF_RECURRING_JOBS.contains(command.type())) {
            found.forEach(ref -> recurring.add(ref.id()));
        } else {
            jobs.addAll(found);
        }
    }

    private static void collect(Object value, Set<JobRef> named) throws ReflectiveOperationException {
        if (value instanceof JobRef ref) {
            named.add(ref);
        } else if (value instanceof JobId id) {
            named.add(JobRef.of(id));
        } else if (value instanceof Collection<?> several) {
            for (Object one : several) {
                collect(one, named);
            }
        } else if (value instanceof RecurringJob recurring) {
            named.add(JobRef.of(recurring.id()));
        } else if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                collect(component.getAccessor().invoke(value), named);
            }
        }
    }
}
