package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchLoopTest {
  @TempDir private Path folder;

  @Test
  void it_draws_once_for_each_state_and_not_while_nothing_changes() {
    Iterator<Integer> states = List.of(1, 1, 1, 2, 2, 3).iterator();
    List<String> drawn = new ArrayList<>();

    WatchLoop.run(states::next, states::hasNext, () -> drawn.add("again"));

    assertThat(drawn).hasSize(3);
  }

  @Test
  void a_file_that_is_written_anew_is_another_state() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "{}");
    List<Runnable> changes =
        new ArrayList<>(
            List.of(() -> {}, () -> write(file, "{ }"), () -> write(folder.resolve("b.json"), "")));
    List<List<?>> drawn = new ArrayList<>();

    WatchLoop.run(
        () -> WatchLoop.states(List.of(folder)),
        () -> {
          if (changes.isEmpty()) {
            return false;
          }
          changes.remove(0).run();
          return true;
        },
        () -> drawn.add(WatchLoop.states(List.of(folder))));

    assertThat(drawn).hasSize(3).doesNotHaveDuplicates();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void what_cannot_be_watched_is_one_sentence() {
    CliRun run = CliRun.onExample("whatif", "--uncordon", "a100-3", "gaps", "--watch");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("error: --watch cannot be combined with whatif");
  }
}
