package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.topology.DomainRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A gang of two pods with 8 GPUs each, within one rack; two racks have two nodes of 8 each. */
class GangDomainAdmissionTest {
  private static final String LABEL = "topology.kubernetes.io/rack";

  private long nanos;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(node("a0", "a"))
          .add(node("a1", "a"))
          .add(node("b0", "b"))
          .add(node("b1", "b"))
          .add(ExtenderFixtures.quota("team", 100))
          .build();
  private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);
  private final GangAdmission admission = new GangAdmission(decisions);

  private static Node node(String name, String rack) {
    return NodeBuilder.node(name)
        .has("cpu", "64")
        .has("memory", "256Gi")
        .has("pods", "110")
        .has("nvidia.com/gpu", "8")
        .label(LABEL, rack)
        .build();
  }

  private void put(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private static Pod member(int number) {
    return PodBuilder.pod(ExtenderFixtures.pod("team", "member-" + number, 8, ""))
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "2")
        .label(DomainRequest.WITHIN, "rack")
        .build();
  }

  private void busy(String node) {
    put(PodBuilder.pod(ExtenderFixtures.pod("others", "on-" + node, 8, "")).on(node).build());
  }

  private List<String> nodes() {
    return cluster.nodes().stream().map(n -> n.name()).toList();
  }

  /** Returns the nodes on which the pod passes. */
  private List<String> passes(Pod pod) {
    if (cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty()) {
      put(pod);
    }
    var filtered = decisions.filter(pod, nodes().size(), this::nodes).filtered();
    List<String> passing = new ArrayList<>();
    for (int i = 0; i < nodes().size(); i++) {
      if (filtered.passes(i)) {
        passing.add(nodes().get(i));
      }
    }
    return passing;
  }

  private List<String> askBoth() {
    List<String> all = new ArrayList<>(passes(member(0)));
    all.addAll(passes(member(1)));
    return all;
  }

  @Test
  void a_gang_waits_while_two_racks_have_a_node_each() {
    busy("a0");
    busy("b1");
    askBoth();
    admission.sync();

    assertThat(askBoth()).isEmpty();
    assertThat(decisions.holdReason(member(0)).map(HoldReason::text))
        .contains("gang training waits until all its pods can be placed in one domain");
  }

  @Test
  void a_gang_passes_on_the_nodes_of_one_rack_only() {
    busy("a0");
    askBoth();
    admission.sync();

    assertThat(askBoth()).containsExactlyInAnyOrder("b0", "b1");
  }

  @Test
  void a_reservation_ends_if_a_node_moves_to_another_rack() {
    busy("a0");
    askBoth();
    admission.sync();
    put(node("b1", "c"));
    admission.sync();

    assertThat(askBoth()).isEmpty();

    put(node("b1", "b"));
    admission.sync();
    assertThat(askBoth()).containsExactlyInAnyOrder("b0", "b1");
  }

  @Test
  void further_pods_of_a_gang_that_runs_go_to_its_rack() {
    busy("a0");
    put(node("b2", "b"));
    askBoth();
    admission.sync();
    List<String> first = passes(member(0));
    put(PodBuilder.pod(member(0)).on(first.get(0)).build());
    List<String> second = passes(member(1));
    put(PodBuilder.pod(member(1)).on(second.get(0)).build());

    assertThat(passes(member(2))).allMatch(n -> n.startsWith("b"));
  }

  @Test
  void a_replacement_goes_to_the_rack_of_the_others() {
    Pod running = PodBuilder.pod(member(0)).on("b0").build();
    put(running);
    passes(member(1));
    admission.sync();

    assertThat(passes(member(1))).containsExactly("b1");
  }

  @Test
  void a_level_that_no_node_has_holds_the_gang_until_nodes_have_it() {
    List<Pod> pods =
        List.of(
            PodBuilder.pod(member(0)).label(DomainRequest.WITHIN, "example.com/row").build(),
            PodBuilder.pod(member(1)).label(DomainRequest.WITHIN, "example.com/row").build());
    pods.forEach(this::passes);
    admission.sync();
    assertThat(pods).allMatch(p -> passes(p).isEmpty());

    for (String name : List.of("a0", "a1")) {
      Node old = cluster.find(Node.class, "", name).orElseThrow();
      put(
          NodeBuilder.node(name)
              .has("cpu", "64")
              .has("memory", "256Gi")
              .has("pods", "110")
              .has("nvidia.com/gpu", "8")
              .label(LABEL, old.metadata().labels().getOrDefault(LABEL, ""))
              .label("example.com/row", "1")
              .build());
    }
    admission.sync();
    assertThat(pods).allMatch(p -> !passes(p).isEmpty());
  }
}
