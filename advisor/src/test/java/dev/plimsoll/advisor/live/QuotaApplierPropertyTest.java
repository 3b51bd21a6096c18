package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.testkit.faults.FailureMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class QuotaApplierPropertyTest {
  private static final List<String> NAMESPACES = List.of("vision", "nlp", "lab");

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void after_each_write_of_an_apply_and_of_its_undo_the_sum_is_as_before_or_as_planned(
      @ForAll @Size(2) List<@IntRange(max = 30) Integer> ceilings,
      @ForAll @Size(3) List<Boolean> applyFails,
      @ForAll @Size(3) List<Boolean> undoFails)
      throws StatusException, IOException {
    Path folder = Files.createTempDirectory("plimsoll");
    try (AdvisorTestCluster cluster = new AdvisorTestCluster(folder)) {
      cluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
      for (String namespace : List.of("vision", "nlp")) {
        String ceiling = ceilings.get(NAMESPACES.indexOf(namespace)).toString();
        cluster.set(namespace, "gpu", AdvisorTestCluster.GPU, ceiling);
      }
      long before = cluster.sum();
      Advice advice = cluster.advice();
      List<Long> sums = new ArrayList<>();
      fail(cluster, applyFails);

      cluster.apply(advice, path -> sums.add(cluster.sum()));

      long applied = cluster.sum();
      sums.add(applied);
      assertThat(sums).allMatch(s -> s <= Math.max(before, planned(advice)));
      sums.clear();
      cluster.server().faults().reset();
      fail(cluster, undoFails);
      try (Connection connection = cluster.connection()) {
        ApiWriter writer = new InterferingApiWriter(connection, path -> sums.add(cluster.sum()));
        List<WriteOutcome> unused = new QuotaReverter(writer).undo(Optional.empty());
      }
      sums.add(cluster.sum());
      assertThat(sums).allMatch(s -> s <= Math.max(before, applied));
    } finally {
      Files.delete(folder.resolve("secret.kubeconfig"));
      Files.delete(folder);
    }
  }

  private static void fail(AdvisorTestCluster cluster, List<Boolean> which) {
    for (String namespace : NAMESPACES) {
      if (which.get(NAMESPACES.indexOf(namespace))) {
        cluster
            .server()
            .faults()
            .fail(99, "(PATCH|POST|DELETE) .*/" + namespace + "/", FailureMode.INTERNAL_ERROR);
      }
    }
  }

  private static long planned(Advice advice) {
    return advice.recommendations().stream()
        .mapToLong(
            r -> r.proposal().proposed().getOrZero(ResourceName.of(AdvisorTestCluster.GPU)).value())
        .sum();
  }
}
