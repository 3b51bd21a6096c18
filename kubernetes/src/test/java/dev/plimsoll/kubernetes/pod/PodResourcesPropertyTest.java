package dev.plimsoll.kubernetes.pod;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PodResourcesPropertyTest {
  private static final List<String> NAMES = List.of("cpu", "memory", "nvidia.com/gpu");

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void requests_are_the_most_that_runs_at_any_moment_of_the_pods_life(@ForAll("pods") Pod pod) {
    Resources requests = PodResources.requests(pod, PodResourcesOptions.QUOTA);

    for (String text : NAMES) {
      ResourceName name = ResourceName.of(text);
      assertThat(requests.getOrZero(name).value()).isEqualTo(peak(pod, name));
      assertThat(requests.contains(name)).isEqualTo(isNamed(pod, name));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void requests_never_fall_when_a_container_is_added(
      @ForAll("pods") Pod pod, @ForAll("containers") Container added) {
    Resources before = PodResources.requests(pod, PodResourcesOptions.QUOTA);
    List<Container> more = new ArrayList<>(pod.spec().containers());
    more.add(added);
    List<Container> moreInit = new ArrayList<>(pod.spec().initContainers());
    moreInit.add(0, added);

    Pod withRegular = pod.withSpec(pod.spec().withContainers(more));
    Pod withInit = pod.withSpec(pod.spec().withInitContainers(moreInit));

    assertThat(before.exceeding(PodResources.requests(withRegular, PodResourcesOptions.QUOTA)))
        .isEmpty();
    assertThat(before.exceeding(PodResources.requests(withInit, PodResourcesOptions.QUOTA)))
        .isEmpty();
  }

  @Provide
  Arbitrary<Pod> pods() {
    return Combinators.combine(
            containers().list().ofMinSize(1).ofMaxSize(3), containers().list().ofMaxSize(4))
        .as(
            (all, init) ->
                pod(all.toArray(Container[]::new)).spec(s -> s.initContainers(init)).build());
  }

  @Provide
  Arbitrary<Container> containers() {
    Arbitrary<String> requests =
        Arbitraries.of(NAMES)
            .set()
            .flatMap(
                names ->
                    Arbitraries.integers()
                        .between(0, 6)
                        .list()
                        .ofSize(names.size())
                        .map(amounts -> entries(List.copyOf(names), amounts)));
    return Combinators.combine(requests, Arbitraries.of(true, false))
        .as((text, sidecar) -> sidecar ? sidecar("c", text, "") : container("c", text, ""));
  }

  private static String entries(List<String> names, List<Integer> amounts) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      text.append(names.get(i)).append('=').append(amounts.get(i)).append(',');
    }
    return text.toString();
  }

  /** Plays the pod's life: init containers one by one beside running sidecars, then the rest. */
  private static long peak(Pod pod, ResourceName name) {
    long running = 0;
    long peak = 0;
    for (Container container : pod.spec().initContainers()) {
      long own = container.resources().requests().getOrZero(name).value();
      peak = Math.max(peak, running + own);
      running += container.isRestartableInit() ? own : 0;
    }
    for (Container container : pod.spec().containers()) {
      running += container.resources().requests().getOrZero(name).value();
    }
    return Math.max(peak, running);
  }

  private static boolean isNamed(Pod pod, ResourceName name) {
    List<Container> all = new ArrayList<>(pod.spec().containers());
    all.addAll(pod.spec().initContainers());
    return all.stream().anyMatch(c -> c.resources().requests().contains(name));
  }
}
