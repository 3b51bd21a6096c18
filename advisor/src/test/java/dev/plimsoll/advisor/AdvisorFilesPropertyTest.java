package dev.plimsoll.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.backtest.DemandTraceReader;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.advisor.state.FileStateStore;
import dev.plimsoll.advisor.state.StateJson;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.fixtures.FuzzedInput;
import dev.plimsoll.kubernetes.fixtures.Mutations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is in a file, it is read, or one sentence says why not. */
class AdvisorFilesPropertyTest {
  private static final int TRIES = 300;

  private static void assertMutationsAreReadOrDenied(
      String seed, long mutation, Consumer<Path> reader) throws IOException {
    byte[] mutated = Mutations.of(FuzzedInput.seed(seed), new Random(mutation));
    FuzzedInput.assertReadOrDenied(mutated, InputException.class, reader);
  }

  @Property(tries = TRIES)
  void demand_is_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "demand.csv", mutation, file -> assertThat(DemandTraceReader.read(file)).isNotNull());
  }

  @Property(tries = TRIES)
  void configurations_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied(
        "serve.yaml", mutation, file -> assertThat(AdvisorConfiguration.read(file)).isNotNull());
  }

  @Property(tries = TRIES)
  void states_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertMutationsAreReadOrDenied("state.json", mutation, AdvisorFilesPropertyTest::readState);
  }

  /** Its version has a line break. */
  @Example
  void a_state_of_a_strange_version_is_denied_in_one_line() throws IOException {
    states_are_read_or_denied(-23620);
  }

  private static void readState(Path file) {
    try {
      assertThat(StateJson.read(new FileStateStore(file).read().state())).isNotNull();
    } catch (StateJson.InvalidStateException e) {
      assertThat(e.getMessage()).isNotBlank().hasLineCount(1);
    }
  }
}
