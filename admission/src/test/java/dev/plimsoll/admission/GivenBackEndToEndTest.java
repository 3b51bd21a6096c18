package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How soon what deleted pods used is given back on a real control plane. */
@RealControlPlane
class GivenBackEndToEndTest {
  private static final System.Logger LOG = System.getLogger(GivenBackEndToEndTest.class.getName());
  private static final Duration RESYNC_PERIOD = Duration.ofMinutes(1);
  private static final int PODS = 10;

  @TempDir private Path folder;

  private final List<Long> deletions = new ArrayList<>();
  private final List<Long> givenBack = new ArrayList<>();

  /** By the resync alone it would take half of its period in the median. */
  @Test
  void what_a_deleted_pod_used_is_given_back_when_the_deletion_is_seen() throws Exception {
    try (AdmissionEndToEndCluster cluster = new AdmissionEndToEndCluster(folder, RESYNC_PERIOD)) {
      cluster.namespace("freed", true, 1);
      for (int i = 0; i < PODS; i++) {
        String name = "p" + i;
        Await.until(
            "the built-in quota admits it, too",
            () ->
                cluster
                        .api()
                        .exchange(
                            "POST", pods("freed"), "application/json", pod(name, 1, 1).toString())
                        .code()
                    == 201);
        cluster.awaitLedger("freed", 1, 0);
        long began = System.nanoTime();
        cluster.api().delete(pods("freed") + "/" + name);
        deletions.add(System.nanoTime() - began);
        cluster.awaitLedger("freed", 0, 0);
        givenBack.add(System.nanoTime() - began);
      }
    }
    LOG.log(
        System.Logger.Level.INFO,
        "a deletion took {0} ms, until it was given back {1} ms in the median, {2} ms at most",
        median(deletions),
        median(givenBack),
        millis(Collections.max(givenBack)));
    assertThat(Duration.ofMillis(median(givenBack))).isLessThan(RESYNC_PERIOD.dividedBy(4));
  }

  private static long median(List<Long> nanos) {
    return millis(nanos.stream().sorted().toList().get(nanos.size() / 2));
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }
}
