package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** A sorted set whose elements are shown as something else. */
public class RankedViewTest {
    private static final int SIZE = 100_000;

    private int shown;

    @Test
    public void shows_the_elements_in_their_order() {
        RankedView<String> view = view();
        assertThat(view.size()).isEqualTo(SIZE);
        assertThat(view.page(99_997, 10)).containsExactly("#99997", "#99998", "#99999");
        assertThat(view.page(SIZE, 10)).isEmpty();
        assertThat(view.rankOf(text -> text.length() < 4 ? -1 : 0)).isEqualTo(100);
    }

    @Test
    public void shows_no_more_elements_than_it_has_to() {
        RankedView<String> view = view();
        view.page(50_000, 10);
        assertThat(shown).isEqualTo(10);
        shown = 0;
        view.rankOf(text -> text.length() < 6 ? -1 : 0);
        assertThat(shown).isLessThan(30);
    }

    @Test
    public void without_elements_there_is_nothing_to_show() {
        RankedView<String> none = RankedView.<Integer>empty().map(number -> "#" + number);
        assertThat(none.size()).isZero();
        assertThat(none.page(0, 10)).isEmpty();
        assertThat(none.rankOf(text -> -1)).isZero();
    }

    private RankedView<String> view() {
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        for (int i = 0; i < SIZE; i++) {
            set.add(i);
        }
        return set.map(number -> {
            shown++;
            return "#" + number;
        });
    }
}
