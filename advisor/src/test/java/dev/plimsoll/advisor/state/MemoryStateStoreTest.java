package dev.plimsoll.advisor.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class MemoryStateStoreTest {
  private final MemoryStateStore store = new MemoryStateStore();

  private static JsonObject state(int value) {
    JsonObject state = new JsonObject();
    state.addProperty("value", value);
    return state;
  }

  @Test
  void at_first_there_is_no_state() {
    assertThat(store.read()).isEqualTo(StoredState.EMPTY);
  }

  @Test
  void what_was_written_is_read() {
    assertThat(store.write(state(1), "")).isTrue();
    assertThat(store.read().state()).isEqualTo(state(1));
  }

  @Test
  void a_write_that_rests_on_a_former_version_is_not_made() {
    assertThat(store.write(state(1), "")).isTrue();
    assertThat(store.write(state(2), "")).isFalse();
    assertThat(store.read().state()).isEqualTo(state(1));
    assertThat(store.write(state(3), store.read().version())).isTrue();
  }
}
