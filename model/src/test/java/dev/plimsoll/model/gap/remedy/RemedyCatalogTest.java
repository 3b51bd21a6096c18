package dev.plimsoll.model.gap.remedy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.Simulation;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemedyCatalogTest {
  private static final Set<GapKind> WITHOUT_REMEDY =
      EnumSet.of(
          GapKind.SchedulerDisagrees,
          GapKind.ControllerSilent,
          GapKind.RejectedByKubelet,
          GapKind.ScopeUncovered,
          GapKind.DevicesUnavailable,
          GapKind.AllocatableShrunk,
          GapKind.NodeOvercommitted,
          GapKind.ResizePending,
          GapKind.StaleUsage,
          GapKind.QueueExhaustedCapacityFree,
          GapKind.QueueInactive,
          GapKind.QueueMisconfigured,
          GapKind.PlacementUnknown);
  private static final DetectionContext CONTEXT =
      new DetectionContext(
          Simulation.of(
              ClusterFixture.cluster(), AdmissionChain.standard(), DefaultPlugins.scheduler()),
          "");

  @ParameterizedTest
  @EnumSource
  void every_kind_has_an_entry(GapKind kind) {
    assertThat(RemedyCatalog.proposers(kind).isEmpty()).isEqualTo(WITHOUT_REMEDY.contains(kind));
  }

  @ParameterizedTest
  @EnumSource
  void a_cause_of_another_kind_has_no_remedy(GapKind kind) {
    assertThat(RemedyCatalog.of(CONTEXT, kind, new GapCause.Unremedied())).isEmpty();
  }

  @Test
  void pods_without_a_node_are_helped_by_the_smallest_change_first() {
    assertThat(RemedyCatalog.proposers(GapKind.Fragmented))
        .extracting(p -> p.getClass().getSimpleName())
        .containsExactly(
            "StorageProposer",
            "ClaimTemplateProposer",
            "RecreateProposer",
            "OtherDeviceProposer",
            "TolerationProposer",
            "NodeSelectorProposer",
            "AntiAffinityProposer",
            "PodAffinityProposer",
            "SpreadProposer",
            "RolloutProposer",
            "UncordonProposer",
            "MovePodsProposer",
            "SmallerRequestProposer",
            "SmallerComputeRequestProposer",
            "TolerationProposer",
            "AddNodesProposer");
  }
}
