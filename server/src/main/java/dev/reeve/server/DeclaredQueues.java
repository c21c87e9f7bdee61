package dev.reeve.server;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.server.node.Completion;
import dev.reeve.server.node.Node;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the queues that the config file declares into being. Those that are as declared already are left alone. */
final class DeclaredQueues {
    private static final Logger log = LoggerFactory.getLogger(DeclaredQueues.class);

    private DeclaredQueues() {}

    /** Returns when it is done. Not to be called from the node's loop. */
    static void declare(Map<String, Terms> queues, Node node) {
        queues.forEach((name, terms) -> {
            Answer<Boolean> same = new Answer<>();
            node.ask(engine -> isSo(engine.queue(name), terms), same);
            if (!same.join()) {
                Answer<Boolean> created = new Answer<>();
                node.submit(new ConfigureQueue(name, terms), created);
                log.info("queue {} {}", name, created.join() ? "created" : "changed, as declared");
            }
        });
    }

    private static boolean isSo(@Nullable QueueView queue, Terms terms) {
        return queue != null && terms.equals(queue.defaults());
    }

    /** Waits for what the node says. */
    private static final class Answer<R> implements Completion<R> {
        private final CompletableFuture<R> answer = new CompletableFuture<>();

        R join() {
            try {
                return answer.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof StartException refusal ? refusal : e;
            }
        }

        @Override
        public void reply(R value) {
            answer.complete(value);
        }

        @Override
        public void refused(Rejection why) {
            answer.completeExceptionally(new StartException("queue: cannot declare queues: " + why));
        }

        @Override
        public void outcomeUnknown() {
            answer.completeExceptionally(new StartException("queue: cannot declare queues, the server is stopping"));
        }
    }
}
