package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many jobs a worker asks for, and when. */
@Timeout(60)
class PlacesTest {
    private final Places places = new Places(10);

    private CompletableFuture<Integer> takeLater() {
        CompletableFuture<Integer> taken = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                taken.complete(places.take());
            } catch (InterruptedException e) {
                taken.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        // It waits, unless it has taken places at once.
        await().atMost(Duration.ofSeconds(30)).until(() -> taken.isDone() || thread.getState() == Thread.State.WAITING);
        return taken;
    }

    private static int result(CompletableFuture<Integer> taken) {
        return taken.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void the_first_request_takes_all_places_and_gives_back_what_it_does_not_use() throws InterruptedException {
        assertThat(places.take()).isEqualTo(10);
        assertThat(places.areTaken()).isTrue();
        places.answered(10, 3);
        assertThat(places.take()).isEqualTo(7);
    }

    @Test
    void a_second_request_waits_until_half_of_the_places_are_free() throws InterruptedException {
        places.take();
        places.answered(10, 9);
        assertThat(places.take()).isEqualTo(1);
        CompletableFuture<Integer> second = takeLater();
        for (int i = 0; i < 4; i++) {
            places.free();
        }
        assertThat(second).isNotDone();
        places.free();
        assertThat(result(second)).isEqualTo(5);
    }

    @Test
    void the_only_request_is_sent_for_a_single_place() throws InterruptedException {
        places.take();
        places.answered(10, 10);
        CompletableFuture<Integer> next = takeLater();
        assertThat(next).isNotDone();
        places.free();
        assertThat(result(next)).isEqualTo(1);
    }

    @Test
    void the_end_of_a_request_lets_the_next_one_go() throws InterruptedException {
        places.take();
        places.answered(10, 9);
        places.take();
        CompletableFuture<Integer> next = takeLater();
        places.free();
        assertThat(next).isNotDone();
        places.answered(1, 1);
        assertThat(result(next)).isEqualTo(1);
    }

    @Test
    void never_are_more_places_taken_than_there_are() throws InterruptedException {
        Places one = new Places(1);
        assertThat(one.take()).isEqualTo(1);
        one.answered(1, 1);
        one.free();
        assertThat(one.take()).isEqualTo(1);
        assertThat(one).hasToString("0 of 1 free, requests: 1");
    }
}
