package dev.reeve.server;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.Completion;
import dev.reeve.node.Node;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates or reconfigures the queues that the settings declare. A queue that already matches is not touched. */
final class DeclaredQueues {
    private static final Logger log = LoggerFactory.getLogger(DeclaredQueues.class);

    private DeclaredQueues() {}

    /** Blocks until all queues match. Must not be called on the event loop. */
    static void declare(Map<String, Terms> queues, Node node) {
        queues.forEach((name, terms) -> {
            BlockingCompletion<Boolean> same = new BlockingCompletion<>();
            node.ask(engine -> matches(engine.queue(name), terms), same);
            if (!same.join()) {
                BlockingCompletion<Boolean> created = new BlockingCompletion<>();
                node.submit(new ConfigureQueue(name, terms), created);
                log.info("queue {} {}", name, created.join() ? "created" : "reconfigured as declared");
            }
        });
    }

    private static boolean matches(@Nullable QueueView queue, Terms terms) {
        return queue != null && terms.equals(queue.defaults());
    }

    /** A completion that a thread outside the event loop can wait for. */
    private static final class BlockingCompletion<R> implements Completion<R> {
        private final CompletableFuture<R> result = new CompletableFuture<>();

        R join() {
            try {
                return result.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof StartException refusal ? refusal : e;
            }
        }

        @Override
        public void reply(R value) {
            result.complete(value);
        }

        @Override
        public void refused(Rejection why) {
            result.completeExceptionally(new StartException("queue: cannot declare queues: " + why));
        }

        @Override
        public void outcomeUnknown() {
            result.completeExceptionally(new StartException("queue: cannot declare queues, the server is stopping"));
        }
    }
}
