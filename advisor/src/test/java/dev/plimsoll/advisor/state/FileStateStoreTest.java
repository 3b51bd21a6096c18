package dev.plimsoll.advisor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.decision.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStateStoreTest {
  private static final JsonObject STATE = StateJson.write(State.NONE);

  @TempDir private Path folder;
  private Path file;
  private FileStateStore store;

  @BeforeEach
  void noFileYet() {
    file = folder.resolve("state.json");
    store = new FileStateStore(file);
  }

  @Test
  void a_file_that_is_not_there_is_of_no_decision() {
    assertThat(store.read()).isEqualTo(StoredState.EMPTY);
  }

  @Test
  void what_is_written_is_read_again_and_nothing_else_is_left() throws IOException {
    assertThat(store.write(STATE, "")).isTrue();

    assertThat(store.read().state()).isEqualTo(STATE);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void of_two_runs_at_once_the_second_leaves_the_file_as_it_is() {
    String version = store.read().version();
    JsonObject first = STATE.deepCopy();
    first.addProperty("time", "first");

    assertThat(store.write(first, version)).isTrue();
    assertThat(store.write(STATE, version)).isFalse();
    assertThat(store.read().state()).isEqualTo(first);
  }

  @Test
  void a_file_cut_in_half_is_invalid_and_can_be_replaced() throws IOException {
    store.write(STATE, "");
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() / 2));

    StoredState cut = store.read();

    assertThatThrownBy(() -> StateJson.read(cut.state()))
        .isInstanceOf(StateJson.InvalidStateException.class);
    assertThat(store.write(STATE, cut.version())).isTrue();
    assertThat(store.read().state()).isEqualTo(STATE);
  }

  @Test
  void a_file_that_is_no_text_is_invalid_and_can_be_replaced() throws IOException {
    Files.write(file, new byte[] {(byte) 0xff, 0, (byte) 0xfe});

    StoredState binary = store.read();

    assertThatThrownBy(() -> StateJson.read(binary.state()))
        .isInstanceOf(StateJson.InvalidStateException.class);
    assertThat(store.write(STATE, binary.version())).isTrue();
  }

  @Test
  void a_file_that_is_no_json_is_said_to_be_no_state() throws IOException {
    Files.writeString(file, "apiVersion: v1");

    assertThatThrownBy(() -> StateJson.read(store.read().state()))
        .hasMessage("it is no state of decisions: it has no version");
  }

  @Test
  void an_empty_file_is_invalid() throws IOException {
    Files.write(file, new byte[0]);

    assertThatThrownBy(() -> StateJson.read(store.read().state()))
        .isInstanceOf(StateJson.InvalidStateException.class);
  }

  @Test
  void a_folder_is_said_to_be_unreadable() {
    assertThatThrownBy(() -> new FileStateStore(folder).read())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cannot read the state " + folder);
  }

  @Test
  void a_folder_that_is_not_there_is_said() {
    Path missing = folder.resolve("none/state.json");

    assertThatThrownBy(() -> new FileStateStore(missing).write(STATE, ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cannot write the state " + missing)
        .hasMessageContaining("there is no folder " + missing.getParent());
  }
}
