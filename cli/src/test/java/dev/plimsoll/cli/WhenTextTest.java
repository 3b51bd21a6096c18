package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.start.LikelyStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhenTextTest {
  private static final Instant FIRST = Instant.parse("2026-01-05T13:00:00Z");

  private static String eighty(int starting, int beyond) {
    return eighty(starting, beyond, Optional.empty());
  }

  private static String eighty(int starting, int beyond, Optional<Instant> until) {
    LikelyStart likely =
        new LikelyStart(
            Stream.concat(
                    Stream.iterate(FIRST, i -> i.plusSeconds(60)).limit(starting),
                    Collections.nCopies(beyond, Instant.MAX).stream())
                .toArray(Instant[]::new),
            until);
    return WhenText.between(likely, likely.eighty());
  }

  @Test
  void pods_with_nodes_do_not_wait() {
    assertThat(CliRun.onExample("when", "deployment/sim", "-n", "robotics").out())
        .isEqualTo("No pod waits: 6 pods have a node.\n");
  }

  @Test
  void a_workload_that_creates_no_pods_now_says_why(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("cluster.yaml");
    Files.writeString(
        file,
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: j, namespace: a}
        spec:
          suspend: true
          template: {spec: {containers: [{name: c, image: i}]}}
        """);

    assertThat(CliRun.of("when", "job/j", "-n", "a", "--complete", "--snapshot", "" + file).err())
        .contains("job/j: no pod waits or is missing; job/j is suspended");
  }

  @Test
  void denied_pods_have_the_devices_that_a_limit_range_gives_them() {
    assertThat(CliRun.onExample("when", "deployment/notebook", "-n", "vision").out())
        .containsPattern("\\? +vision/notebook-85c795bc9b-… +1 ");
  }

  @Test
  void an_interval_within_the_horizon_has_two_times() {
    assertThat(eighty(10, 0)).isEqualTo("between 2026-01-05T13:00:00Z and 2026-01-05T13:09:00Z");
  }

  @Test
  void an_interval_that_ends_beyond_the_horizon_tells_in_how_many_runs() {
    assertThat(eighty(8, 2))
        .isEqualTo("after 2026-01-05T13:00:00Z; in 2 of 10 runs not within 30 days");
  }

  @Test
  void an_interval_beyond_the_horizon_has_no_time() {
    assertThat(eighty(0, 10)).isEqualTo("in 10 of 10 runs not within 30 days");
  }

  @Test
  void an_interval_beyond_the_end_of_the_runs_tells_this_end() {
    Instant until = Instant.parse("2026-01-05T17:00:00Z");

    assertThat(eighty(0, 10, Optional.of(until)))
        .isEqualTo("in 10 of 10 runs not until 2026-01-05T17:00:00Z");
  }

  @Test
  void an_interval_of_one_time_is_that_time() {
    assertThat(eighty(1, 0)).isEqualTo("at 2026-01-05T13:00:00Z");
  }
}
