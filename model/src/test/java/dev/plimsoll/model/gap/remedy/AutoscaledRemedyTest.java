package dev.plimsoll.model.gap.remedy;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.HorizontalController;
import dev.plimsoll.model.whatif.ChangeCommands;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads that a HorizontalPodAutoscaler would scale up again. */
class AutoscaledRemedyTest {
  private static final Workload WEB =
      new Workload(
          ObjectMeta.of("team-a", "web"),
          GroupVersionKind.of("apps/v1", "Deployment"),
          new GroupResource("apps", "deployments"),
          List.of(
              new Workload.PodTemplate(
                  "spec.template",
                  ObjectMeta.builder().build(),
                  pod("web").build().spec(),
                  OptionalInt.of(5))),
          List.of(),
          false);
  private static final HorizontalPodAutoscaler LOAD =
      new HorizontalPodAutoscaler(
          ObjectMeta.of(WEB.namespace(), "load"), WEB.type(), WEB.name(), 3, 8);

  private static List<String> notes(Cluster cluster, int replicas) {
    return RemedyNotes.of(cluster, List.of(scaled(replicas)), List.of());
  }

  private static WorkloadChange.ScaleDown scaled(int replicas) {
    return new WorkloadChange.ScaleDown(WEB.withReplicas(OptionalInt.of(replicas)), List.of());
  }

  private static ClusterBuilder cluster() {
    return Cluster.builder(Instant.EPOCH).add(WEB);
  }

  @Test
  void autoscalers_that_were_not_read_are_not_taken_for_absent() {
    assertThat(notes(cluster().build(), 2))
        .containsExactly(
            "a HorizontalPodAutoscaler, which was not read, may scale deployment/web up again");
    assertThat(notes(cluster().listed(HorizontalPodAutoscaler.RESOURCE).build(), 2)).isEmpty();
    assertThat(notes(cluster().build(), 0)).isEmpty();
  }

  @Test
  void the_autoscaler_gets_the_number_as_its_bound() {
    Cluster cluster = cluster().listed(HorizontalPodAutoscaler.RESOURCE).add(LOAD).build();

    assertThat(notes(cluster, 2))
        .containsExactly("horizontalpodautoscaler/load then keeps deployment/web at 2 pods");
    assertThat(ChangeCommands.of(cluster, List.of(scaled(4))))
        .map(c -> c.text())
        .containsExactly(
            "kubectl patch horizontalpodautoscaler load -n %s --type=merge -p '{\"spec\":{\"maxReplicas\":4}}'"
                .formatted(WEB.namespace()),
            "kubectl patch deployment web -n %s --type=merge -p '{\"spec\":{\"replicas\":4}}'"
                .formatted(WEB.namespace()));
    assertThat(ChangeCommands.of(cluster, List.of(scaled(0)))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 3", "3, 3", "5, 5", "8, 8", "9, 8"})
  void replicas_move_into_the_bounds_except_0(int replicas, int bounded) {
    assertThat(HorizontalController.bounded(LOAD, replicas)).isEqualTo(bounded);
  }
}
