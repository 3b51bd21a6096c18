package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Held pods are looked at in slices, so that others can decide in between. */
class ReleasedPodsSlicesPropertyTest {
  private static final ExtenderSettings SETTINGS =
      ExtenderSettings.DEFAULT.withPolicies(
          List.of(
              ExtenderFixtures.policy(
                  PlacementMode.HOLD,
                  BorrowingMode.NEVER,
                  Tenant.of("one", 1, "one", "other"),
                  Tenant.of("two", 1, "two"))));

  private record Asked(String namespace, int gpus) {}

  @Provide
  Arbitrary<List<Asked>> pods() {
    return Arbitraries.of("one", "other", "two")
        .flatMap(n -> Arbitraries.integers().between(1, 8).map(gpus -> new Asked(n, gpus)))
        .list()
        .ofMaxSize(30);
  }

  /** Pods that were held before GPUs became free. */
  private static final class Held {
    private final SchedulerCache cache;
    private final HeldPods pods = new HeldPods();
    private final List<Pod> all = new ArrayList<>();

    Held(List<Asked> asked, int quota) {
      Cluster full =
          ExtenderFixtures.cluster()
              .add(ExtenderFixtures.node("a", 8))
              .add(ExtenderFixtures.pod("one", "full-one", 8, "a"))
              .add(ExtenderFixtures.pod("two", "full-two", 8, "a"))
              .add(ExtenderFixtures.quota("one", quota))
              .build();
      SchedulerCache before = new SchedulerCache(full, SETTINGS, () -> 0);
      ClusterBuilder empty =
          ExtenderFixtures.cluster()
              .add(ExtenderFixtures.node("a", 8))
              .add(ExtenderFixtures.node("b", 8))
              .add(ExtenderFixtures.quota("one", quota));
      for (int i = 0; i < asked.size(); i++) {
        Pod pod = ExtenderFixtures.pod(asked.get(i).namespace(), "p" + i, asked.get(i).gpus(), "");
        empty.add(pod);
        all.add(pod);
        pods.put(pod, before.holds(pod), Set.of(), 0);
      }
      cache = new SchedulerCache(empty.build(), SETTINGS, () -> 0);
    }

    Map<String, List<HeldPod>> found(int most, int slice, Runnable between) {
      return ReleasedPods.find(this, cache, pods, most, slice, between);
    }

    List<List<HoldReason>> holds() {
      return all.stream().map(cache::holds).toList();
    }
  }

  @Property
  void slices_find_what_one_look_would(
      @ForAll("pods") List<Asked> asked,
      @ForAll @IntRange(max = 16) int quota,
      @ForAll @IntRange(min = 1, max = 8) int most,
      @ForAll @IntRange(min = 1, max = 7) int slice) {
    Held sliced = new Held(asked, quota);
    Held whole = new Held(asked, quota);
    sliced.found(most, slice, () -> {});
    whole.found(most, Integer.MAX_VALUE, () -> {});

    assertThat(sliced.found(most, slice, () -> {}))
        .isEqualTo(whole.found(most, Integer.MAX_VALUE, () -> {}));
  }

  @Property
  void what_is_promised_counts_for_nobody_else_between_slices_or_after_the_last(
      @ForAll("pods") List<Asked> asked,
      @ForAll @IntRange(max = 16) int quota,
      @ForAll @IntRange(min = 1, max = 7) int slice) {
    Held held = new Held(asked, quota);
    List<ShareUsage> shares = held.cache.usage().shares();
    List<List<HoldReason>> reasons = held.holds();

    held.found(Integer.MAX_VALUE, slice, () -> assertThat(held.holds()).isEqualTo(reasons));

    assertThat(held.holds()).isEqualTo(reasons);
    assertThat(held.cache.usage().shares()).isEqualTo(shares);
  }

  @Property
  void pods_that_pass_between_slices_count_once_and_none_is_found_twice(
      @ForAll("pods") List<Asked> asked,
      @ForAll @IntRange(max = 16) int quota,
      @ForAll @Size(max = 30) List<@IntRange(max = 29) Integer> leaving) {
    Held held = new Held(asked, quota);
    held.found(Integer.MAX_VALUE, 1, () -> {});
    Deque<Integer> left = new ArrayDeque<>(leaving);
    List<Pod> passed = new ArrayList<>();

    List<HeldPod> found =
        held
            .found(
                Integer.MAX_VALUE,
                1,
                () -> {
                  if (!left.isEmpty() && left.element() < held.all.size()) {
                    Pod pod = held.all.get(left.element());
                    if (held.pods.contains(pod) && held.cache.holds(pod).isEmpty()) {
                      held.pods.remove(pod);
                      held.cache.inFlight().assume(pod, "");
                      passed.add(pod);
                    }
                  }
                  left.poll();
                })
            .values()
            .stream()
            .flatMap(Collection::stream)
            .toList();

    assertThat(found).doesNotHaveDuplicates();
    List<ShareUsage> shares = held.cache.usage().shares();
    passed.forEach(pod -> held.cache.inFlight().forget(pod.metadata().uid()));
    assertThat(held.cache.usage().shares())
        .isEqualTo(new Held(asked, quota).cache.usage().shares());
    assertThat(shares)
        .allSatisfy(s -> assertThat(s.used().compareTo(s.share().ceiling())).isNotPositive());
  }
}
