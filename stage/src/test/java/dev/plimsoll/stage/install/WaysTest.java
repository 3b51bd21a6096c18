package dev.plimsoll.stage.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WaysTest {
  private static final Path MANIFESTS = Path.of(System.getProperty("plimsoll.root"), "manifests");

  private static Way way(String name) throws IOException {
    return Ways.of(MANIFESTS).stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void each_document_of_the_overlays_but_the_definitions_is_a_way() throws IOException {
    assertThat(Ways.of(MANIFESTS)).extracting(Way::name).contains("admission", "control-plane");
    assertThat(Ways.of(MANIFESTS)).extracting(Way::name).doesNotContain("crds");
  }

  @Test
  void parts_that_are_installed_together_have_all_their_values() throws IOException {
    Way everything = way("everything");

    assertThat(everything.has("admission")).isTrue();
    assertThat(everything.has("console")).isTrue();
    assertThat(everything.value("advisor", "mode")).isEqualTo("apply");
    assertThat(everything.runsJobs()).isFalse();
  }

  @Test
  void an_advisor_without_watch_is_a_job() throws IOException {
    assertThat(way("advisor/post").runsJobs()).isTrue();
    assertThat(way("advisor/watch/post").runsJobs()).isFalse();
  }
}
