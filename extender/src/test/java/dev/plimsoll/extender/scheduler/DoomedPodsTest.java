package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A node is full of eight pods of one GPU; pods of two GPUs and a higher priority preempt. */
class DoomedPodsTest {
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .build();
  private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> 0);

  private Pod show(Pod pod) {
    Optional<Pod> before = cluster.find(Pod.class, pod.namespace(), pod.name());
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(before.map(p -> p), Optional.of(pod))), cluster);
    return pod;
  }

  private static PodBuilder gpus(String namespace, String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod(namespace, name).uid("uid-" + name).requests(list).limits(list);
  }

  private void fill(UnaryOperator<PodBuilder> each) {
    for (int i = 0; i < 8; i++) {
      show(each.apply(gpus("two", "low-" + i, 1).on("a")).build());
    }
  }

  private static Pod high(String name, String node) {
    PodBuilder pod = gpus("one", name, 2).priority(9);
    return (node.isEmpty() ? pod : pod.nominatedFor(node)).build();
  }

  private List<String> victims(Pod pod, String... proposed) {
    return decisions
        .preempt(pod, Map.of("a", List.of(proposed)), Set.of())
        .value()
        .victims()
        .getOrDefault("a", List.of());
  }

  /** kube-scheduler counts the first pod's two GPUs, so it proposes four victims for the second. */
  @Test
  void victims_of_another_pod_go_first() {
    fill(p -> p);
    assertThat(victims(show(high("first", "")), "uid-low-0", "uid-low-1"))
        .containsExactly("uid-low-0", "uid-low-1");

    assertThat(
            victims(show(high("second", "")), "uid-low-4", "uid-low-5", "uid-low-6", "uid-low-0"))
        .containsExactly("uid-low-1", "uid-low-5", "uid-low-6", "uid-low-0");
  }

  @Test
  void victims_of_a_pod_that_is_nominated_for_the_node_go_first() {
    fill(p -> p);
    victims(show(high("first", "")), "uid-low-0", "uid-low-1");
    show(high("first", "a"));

    assertThat(victims(show(high("second", "")), "uid-low-4", "uid-low-5", "uid-low-6"))
        .containsExactly("uid-low-0", "uid-low-1", "uid-low-6");
  }

  @Test
  void victims_on_a_node_that_another_pod_does_not_go_to_are_not_doomed() {
    fill(p -> p);
    victims(show(high("first", "")), "uid-low-0", "uid-low-1");
    show(high("first", "b"));

    assertThat(victims(show(high("second", "")), "uid-low-4", "uid-low-5"))
        .containsExactly("uid-low-4", "uid-low-5");
  }

  @Test
  void pods_that_are_being_evicted_go_first() {
    fill(p -> p);
    Condition preempted = new Condition("DisruptionTarget", "True", "PreemptionByScheduler", "");
    Pod going = gpus("two", "low-7", 1).on("a").terminating().build();
    show(going.withStatus(going.status().withConditions(List.of(preempted))));

    assertThat(victims(show(high("first", "")), "uid-low-4", "uid-low-5"))
        .containsExactly("uid-low-7", "uid-low-5");
  }

  @Test
  void pods_that_somebody_deleted_are_not_awaited() {
    fill(p -> p);
    show(gpus("two", "low-7", 1).on("a").terminating().build());

    assertThat(victims(show(high("first", "")), "uid-low-4", "uid-low-5"))
        .containsExactly("uid-low-4", "uid-low-5");
  }

  @Test
  void pods_that_differ_are_not_exchanged() {
    fill(p -> p);
    show(gpus("two", "low-0", 1).on("a").label("app", "other").build());
    show(gpus("two", "low-1", 2).on("a").build());
    show(gpus("two", "low-2", 1).on("a").priority(3).build());
    victims(show(high("first", "")), "uid-low-0", "uid-low-1", "uid-low-2");

    assertThat(victims(show(high("second", "")), "uid-low-4", "uid-low-5", "uid-low-6"))
        .containsExactly("uid-low-4", "uid-low-5", "uid-low-6");
  }

  @Test
  void pods_of_one_workload_are_alike_whatever_their_numbers() {
    fill(p -> p);
    for (int i = 0; i < 8; i++) {
      PodBuilder pod = gpus("two", "low-" + i, 1).on("a").label("app", "train");
      show(pod.label("apps.kubernetes.io/pod-index", "" + i).build());
    }
    victims(show(high("first", "")), "uid-low-0", "uid-low-1");

    assertThat(victims(show(high("second", "")), "uid-low-4", "uid-low-5"))
        .containsExactly("uid-low-0", "uid-low-1");
  }
}
