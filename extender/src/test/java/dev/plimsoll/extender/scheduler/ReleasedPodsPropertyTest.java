package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Two tenants with 16 GPUs, one of whose namespaces has a quota; pods are held, then GPUs freed.
 */
class ReleasedPodsPropertyTest {
  private static final List<String> NODES = List.of("a", "b");

  private record Asked(String namespace, int gpus) {}

  @Provide
  Arbitrary<List<Asked>> pods() {
    return Arbitraries.of("one", "other", "two")
        .flatMap(n -> Arbitraries.integers().between(1, 8).map(gpus -> new Asked(n, gpus)))
        .list()
        .ofMaxSize(30);
  }

  @Property
  void all_that_fit_together_are_found_and_no_more(
      @ForAll("pods") List<Asked> asked,
      @ForAll @IntRange(max = 16) int quota,
      @ForAll @Size(max = 16) List<@IntRange(min = 1, max = 8) Integer> placed) {
    Decisions decisions = held(asked, quota, placed);
    decisions.released(Integer.MAX_VALUE);

    List<HeldPod> released =
        decisions.released(Integer.MAX_VALUE).values().stream()
            .flatMap(Collection::stream)
            .toList();

    List<HeldPod> stillHeld = new ArrayList<>(decisions.held());
    stillHeld.removeAll(released);
    for (HeldPod free : released) {
      assertThat(passes(decisions, free.pod())).isTrue();
    }
    for (HeldPod other : stillHeld) {
      assertThat(passes(decisions, other.pod())).isFalse();
    }
  }

  private static boolean passes(Decisions decisions, Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().anyPasses(NODES.size());
  }

  /** Has pods held while others fill the cluster, which end then. */
  private static Decisions held(List<Asked> asked, int quota, List<Integer> placed) {
    Cluster full =
        ExtenderFixtures.cluster()
            .add(ExtenderFixtures.node("a", 8))
            .add(ExtenderFixtures.node("b", 8))
            .add(ExtenderFixtures.quota("one", quota))
            .add(ExtenderFixtures.pod("one", "one-full", 16, "a"))
            .add(ExtenderFixtures.pod("two", "two-full", 16, "b"))
            .build();
    ExtenderSettings settings =
        ExtenderSettings.DEFAULT.withPolicies(
            List.of(
                ExtenderFixtures.policy(
                    PlacementMode.HOLD,
                    BorrowingMode.NEVER,
                    Tenant.of("one", 1, "one", "other"),
                    Tenant.of("two", 1, "two"))));
    Decisions decisions = new Decisions(full, settings, () -> 0);
    Cluster cluster = full;
    for (int i = 0; i < asked.size(); i++) {
      Asked each = asked.get(i);
      Pod pod = ExtenderFixtures.pod(each.namespace(), "p" + i, each.gpus(), "");
      cluster = cluster.with(pod);
      decisions.changed(List.of(new ObjectChange(Optional.empty(), Optional.of(pod))), cluster);
      assertThat(passes(decisions, pod)).isFalse();
    }
    for (String name : List.of("one", "two")) {
      Pod end = cluster.find(Pod.class, name, name + "-full").orElseThrow();
      cluster = cluster.without(end);
      decisions.changed(List.of(new ObjectChange(Optional.of(end), Optional.empty())), cluster);
    }
    for (int i = 0; i < placed.size(); i++) {
      String namespace = i % 2 == 0 ? "other" : "two";
      Pod pod = ExtenderFixtures.pod(namespace, "placed" + i, placed.get(i), "a");
      cluster = cluster.with(pod);
      decisions.changed(List.of(new ObjectChange(Optional.empty(), Optional.of(pod))), cluster);
    }
    return decisions;
  }
}
