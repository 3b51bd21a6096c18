package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final Simulation ONE_NODE = simulationOf(NodeBuilder.node("a").build());

  @Test
  void a_change_of_neither_nodes_nor_pods_keeps_the_nodes_as_the_scheduler_sees_them() {
    Simulation changed = ONE_NODE.with(new Change.Apply(namespace("team", "a")));

    assertThat(changed.snapshot().node(0)).isSameAs(ONE_NODE.snapshot().node(0));
  }

  @Test
  void what_else_changed_is_seen_by_the_scheduler() {
    Simulation changed = ONE_NODE.with(new Change.Apply(namespace("team", "a")));

    assertThat(ONE_NODE.snapshot().namespaceLabels("team")).isEmpty();
    assertThat(changed.snapshot().namespaceLabels("team")).containsEntry("owner", "a");
  }

  @Test
  void an_added_node_is_seen_by_the_scheduler() {
    Simulation changed = ONE_NODE.with(new NodeChange.AddNodes("a", 1));

    assertThat(changed.snapshot().nodes())
        .extracting(n -> n.name())
        .containsExactly("a", "a-new-1");
  }

  @Test
  void each_pod_without_a_node_is_told_of_its_own_claim() {
    Simulation simulation = ONE_NODE;
    List<String> told = new ArrayList<>();
    for (String name : List.of("x", "y")) {
      Simulation.Step step =
          simulation.schedule(pod(name, new Volume("scratch", Optional.empty())));
      told.add(step.attempt().scheduleResult().map(ScheduleResult::message).orElse(""));
      simulation = step.after();
    }

    assertThat(told.get(0)).contains("x-scratch");
    assertThat(told.get(1)).contains("y-scratch");
  }

  @Test
  void a_pod_unlike_the_last_without_a_node_is_looked_at_for_itself() {
    Simulation.Step first = ONE_NODE.schedule(pod("x", new Volume("scratch", Optional.empty())));
    Simulation.Step second = first.after().schedule(pod("y"));
    Simulation.Step third =
        second.after().schedule(pod("z", new Volume("data", Optional.of("lost"))));

    assertThat(first.attempt().isPlaced()).isFalse();
    assertThat(second.attempt().scheduleResult())
        .isEqualTo(Optional.of(ONE_NODE.scheduleResultOf(pod("y"))));
    assertThat(third.attempt().scheduleResult().map(ScheduleResult::message).orElse(""))
        .contains("lost");
  }

  @Test
  void pods_just_like_one_without_a_node_get_its_answer_until_something_changes() {
    Simulation.Step first = ONE_NODE.schedule(pod("x", new Volume("data", Optional.of("lost"))));
    Simulation.Step second =
        first.after().schedule(pod("y", new Volume("data", Optional.of("lost"))));
    Simulation changed = second.after().with(new NodeChange.AddNodes("a", 1));

    assertThat(first.attempt().isPlaced()).isFalse();
    assertThat(second.attempt().scheduleResult()).isEqualTo(first.attempt().scheduleResult());
    assertThat(
            changed
                .schedule(pod("z", new Volume("data", Optional.of("lost"))))
                .attempt()
                .scheduleResult())
        .isEqualTo(
            Optional.of(
                changed.scheduleResultOf(pod("z", new Volume("data", Optional.of("lost"))))));
  }

  @Test
  void thousands_of_pods_and_their_claims_are_admitted_before_the_scheduler_looks() {
    Simulation simulation = inTeam();
    List<Pod> pods =
        IntStream.range(0, PodTemplateOwner.MOST_TRIED)
            .mapToObj(
                i ->
                    pod(
                        "p-" + i,
                        new Volume(
                            "data", Optional.of("data-p-" + i), Optional.of(claim("t").build()))))
            .toList();

    SimulationRun run = SimulationRun.admit(simulation, pods);

    assertThat(run.admitted()).isEqualTo(PodTemplateOwner.MOST_TRIED);
    assertThat(run.after().cluster().list(PersistentVolumeClaim.class, "team"))
        .hasSize(PodTemplateOwner.MOST_TRIED);
    assertThat(run.after().snapshot().cluster().list(PersistentVolumeClaim.class, "team"))
        .hasSize(PodTemplateOwner.MOST_TRIED);
    assertThat(run.after().snapshot().node(0)).isSameAs(simulation.snapshot().node(0));
  }

  private static Simulation inTeam() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .add(NodeBuilder.node("a").build())
            .add(namespace("team", "a"))
            .build();
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Pod pod(String name, Volume... volumes) {
    return PodBuilder.pod("team", name).uid(name).volumes(volumes).build();
  }

  private static Simulation simulationOf(Node node) {
    Cluster cluster = Cluster.builder(Instant.EPOCH).complete().add(node).build();
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Namespace namespace(String name, String owner) {
    return new Namespace(ObjectMeta.builder().name(name).labels(Map.of("owner", owner)).build());
  }
}
