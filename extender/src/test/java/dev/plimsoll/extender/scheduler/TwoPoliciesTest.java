package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes a and b of 8 GPUs; a policy for each shares them evenly between two tenants. */
class TwoPoliciesTest {
  private static final List<String> NODES = List.of("a", "b");
  private static final String FULL = "tenant one has no share of nvidia.com/gpu left for placement";

  private long nanos;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.pod("one", "on-a", 4, "a"))
          .build();
  private final Decisions decisions =
      new Decisions(
          cluster,
          ExtenderSettings.DEFAULT.withPolicies(List.of(policy("a"), policy("b"))),
          () -> nanos);

  private static CapacityPolicy policy(String node) {
    LabelSelector selector = new LabelSelector(Map.of("kubernetes.io/hostname", node), List.of());
    return CapacityPolicy.proportional(
            "policy-" + node,
            List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two")),
            List.of(
                new DividedResource(ExtenderFixtures.GPU, Quantity.of(1), List.of("pool-" + node))))
        .withPools(List.of(new NodePool("pool-" + node, selector)))
        .withEnforcement(
            new Enforcement(
                Enforcement.AdmissionMode.OFF,
                Enforcement.PlacementMode.HOLD,
                Enforcement.BorrowingMode.NEVER));
  }

  private Pod show(String name, long gpus, String node) {
    Pod pod = ExtenderFixtures.pod("one", name, gpus, node);
    Optional<Pod> before = cluster.find(Pod.class, "one", name);
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(before.map(p -> p), Optional.of(pod))), cluster);
    return pod;
  }

  private void gone(Pod pod) {
    cluster = cluster.without(pod);
    decisions.changed(List.of(new ObjectChange(Optional.of(pod), Optional.empty())), cluster);
  }

  private List<String> rejections(Pod pod) {
    ExtenderFilterResult result = decisions.filter(pod, 2, () -> NODES).filtered();
    return result.anyPasses(2) ? result.unresolvable() : List.of("none passes");
  }

  private List<String> released() {
    nanos += Duration.ofMinutes(1).toNanos();
    decisions.released(10);
    return decisions.released(10).values().stream()
        .flatMap(List::stream)
        .map(h -> h.pod().name())
        .toList();
  }

  @Test
  void a_share_that_is_full_in_one_pool_rejects_only_nodes_of_that_pool() {
    Pod pod = show("next", 1, "");

    assertThat(rejections(pod)).containsExactly(FULL, "");
    assertThat(decisions.held()).isEmpty();
  }

  @Test
  void a_pod_may_be_bound_where_its_tenant_has_a_share() {
    Pod pod = show("next", 1, "");

    assertThat(decisions.bind(binding(pod, "a")).value().orElseThrow().rejection()).isEqualTo(FULL);
    assertThat(decisions.bind(binding(pod, "b")).value().orElseThrow().rejection()).isEmpty();
  }

  private static ExtenderBindingArgs binding(Pod pod, String node) {
    return new ExtenderBindingArgs(pod.name(), pod.namespace(), pod.metadata().uid(), node);
  }

  @Test
  void a_pod_that_both_policies_hold_is_released_as_soon_as_one_of_them_lets_it_pass() {
    Pod other = show("on-b", 4, "b");
    Pod pod = show("next", 1, "");
    assertThat(rejections(pod)).containsExactly("none passes");
    assertThat(released()).isEmpty();

    gone(other);

    assertThat(released()).containsExactly("next");
    assertThat(rejections(pod)).containsExactly(FULL, "");
  }

  @Test
  void a_pod_is_not_released_while_what_rejected_it_still_does() {
    Pod pod = show("next", 1, "");

    assertThat(decisions.filter(pod, 1, () -> List.of("a")).filtered().anyPasses(1)).isFalse();
    assertThat(released()).isEmpty();

    gone(cluster.find(Pod.class, "one", "on-a").orElseThrow());
    assertThat(released()).containsExactly("next");
  }

  @Test
  void pods_may_be_evicted_for_a_pod_only_where_its_tenant_has_a_share() {
    show("low-a", 4, "a");
    show("low-b", 4, "b");
    Pod pod = show("next", 4, "");
    Map<String, List<String>> victims =
        Map.of("a", List.of("uid-low-a"), "b", List.of("uid-low-b"));

    assertThat(decisions.preempt(pod, victims)).containsExactly("b");
  }
}
