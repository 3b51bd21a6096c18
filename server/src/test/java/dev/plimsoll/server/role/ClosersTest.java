package dev.plimsoll.server.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosersTest {
  private final List<String> closed = new ArrayList<>();
  private final Closers closers = new Closers();

  @Test
  void what_was_started_last_is_closed_first_whatever_fails() {
    closers.push(() -> closed.add("lease"));
    closers.push(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    closers.push(() -> closed.add("listener"));

    closers.close();
    closers.close();

    assertThat(closed).containsExactly("listener", "lease");
  }
}
