package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.partial.PartialInput;
import dev.plimsoll.cli.partial.PartialInputs;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of the example as people send them give no gap that the example hasn't. */
class PartialInputGapsTest {
  private static final Set<GapKind> OF_HOLES =
      EnumSet.of(GapKind.QuotaExhaustedCapacityUnknown, GapKind.PlacementUnknown);

  /** Kinds that count the denied pods that are known. */
  private static final Set<GapKind> COUNTING_DENIED =
      EnumSet.of(GapKind.PendingHoldsQuota, GapKind.LimitRangeInjects);

  private static final Cluster EXAMPLE =
      SnapshotReader.read(
          List.of(
              Path.of(System.getProperty("plimsoll.root")).resolve("examples/gpu-tenants.json")),
          Unlisted.NONEXISTENT,
          n -> {},
          p -> {});
  private static final Set<String> GAPS = gaps(survey(EXAMPLE));

  @TempDir Path folder;

  static Stream<PartialInput> inputs() {
    return PartialInputs.all();
  }

  private static GapSurvey survey(Cluster cluster) {
    return GapFinder.survey(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()));
  }

  private static Set<String> gaps(GapSurvey survey) {
    return survey.findings().stream()
        .map(f -> f.gap())
        .filter(g -> !OF_HOLES.contains(g.kind()))
        .map(PartialInputGapsTest::text)
        .collect(Collectors.toSet());
  }

  private static String text(Gap gap) {
    return gap.kind()
        + " "
        + gap.namespace()
        + " "
        + gap.resource()
        + (COUNTING_DENIED.contains(gap.kind()) ? "" : " " + gap.pods());
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void a_part_has_no_other_gaps_and_what_it_lacks_is_said(PartialInput input) {
    input.arguments(folder);
    Cluster part = SnapshotReader.read(List.of(folder), Unlisted.UNKNOWN, n -> {}, p -> {});

    GapSurvey survey = survey(part);

    if (EXAMPLE.list(Pod.class).containsAll(part.list(Pod.class))) {
      assertThat(GAPS).containsAll(gaps(survey));
    }
    if (!gaps(survey).containsAll(GAPS)) {
      assertThat(survey.isFine()).isFalse();
      assertThat(survey.unread().command()).startsWith("kubectl get ");
    }
  }
}
