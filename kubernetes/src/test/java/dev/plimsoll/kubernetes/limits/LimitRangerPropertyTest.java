package dev.plimsoll.kubernetes.limits;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.limits.LimitRanger.Admitted;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LimitRangerPropertyTest {

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void admitting_an_admitted_pod_changes_nothing(
      @ForAll("pods") Pod pod, @ForAll("limitRanges") List<LimitRange> limitRanges) {
    Pod once = LimitRanger.admit(pod, limitRanges).pod();

    Admitted twice = LimitRanger.admit(once, limitRanges);

    assertThat(twice.pod()).isEqualTo(once);
    assertThat(twice.injections()).isEmpty();
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void the_injections_are_just_what_was_added(
      @ForAll("pods") Pod pod, @ForAll("limitRanges") List<LimitRange> limitRanges) {
    Admitted admitted = LimitRanger.admit(pod, limitRanges);

    Pod replayed = pod;
    for (Injection injection : admitted.injections()) {
      replayed = inject(replayed, injection);
    }

    assertThat(replayed.spec()).isEqualTo(admitted.pod().spec());
  }

  private static Pod inject(Pod pod, Injection injection) {
    List<Container> containers =
        pod.spec().containers().stream()
            .map(c -> c.name().equals(injection.container()) ? inject(c, injection) : c)
            .toList();
    return pod.withSpec(pod.spec().withContainers(containers));
  }

  private static Container inject(Container container, Injection injection) {
    Resources added = Resources.of(injection.resource(), injection.quantity());
    return container.withResources(
        injection.target() == Injection.Target.REQUEST
            ? container
                .resources()
                .withRequests(container.resources().requests().withDefaults(added))
            : container.resources().withLimits(container.resources().limits().withDefaults(added)));
  }

  @Provide
  Arbitrary<Pod> pods() {
    return Combinators.combine(lists(), lists(), lists(), lists())
        .as((a, b, c, d) -> pod(container("a", a, b), container("b", c, d)).build());
  }

  @Provide
  Arbitrary<List<LimitRange>> limitRanges() {
    return Combinators.combine(lists(), lists())
        .as(
            (requests, limits) ->
                limitRange("l", item("Container").defaultRequests(requests).defaultLimits(limits)))
        .list()
        .ofMaxSize(3);
  }

  private static Arbitrary<String> lists() {
    return Arbitraries.subsetOf("cpu=1", "cpu=2", "memory=1Gi", "nvidia.com/gpu=1")
        .map(entries -> String.join(",", entries));
  }
}
