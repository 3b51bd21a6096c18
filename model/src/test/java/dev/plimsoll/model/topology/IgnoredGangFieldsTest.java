package dev.plimsoll.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class IgnoredGangFieldsTest {
  private static List<String> of(String... labels) {
    PodBuilder pod = PodBuilder.pod("team", "p");
    for (int i = 0; i < labels.length; i += 2) {
      pod.label(labels[i], labels[i + 1]);
    }
    Pod built = pod.build();
    return IgnoredGangFields.of(built);
  }

  @Test
  void a_level_of_a_pod_in_no_gang_has_no_effect() {
    assertThat(of(DomainRequest.WITHIN, "rack"))
        .containsExactly("plimsoll.dev/within has no effect: the pod is in no gang");
  }

  @Test
  void a_level_of_Kueue_has_effect_on_the_pods_that_it_queues() {
    String level = "kueue.x-k8s.io/podset-required-topology";

    assertThat(of(level, "rack"))
        .containsExactly(level + " has no effect outside of Kueue: the pod is in no gang");
    assertThat(of(level, "rack", "kueue.x-k8s.io/podset", "main")).isEmpty();
  }

  @Test
  void a_size_that_is_none_has_no_effect_and_neither_has_the_level() {
    for (String size : List.of("0", "-2", "two", "1000000")) {
      assertThat(of("plimsoll.dev/group", "g", "plimsoll.dev/group-size", size))
          .containsExactly(
              "plimsoll.dev/group-size: \"" + size + "\" is not a whole number from 1 to 999999");
    }
  }

  @Test
  void a_size_without_a_name_has_no_effect() {
    assertThat(of("plimsoll.dev/group-size", "2"))
        .containsExactly(
            "plimsoll.dev/group-size: nothing names the gang of pod p: set plimsoll.dev/group");
  }

  @Test
  void a_gang_with_a_level_has_all_it_needs() {
    assertThat(
            of(
                "plimsoll.dev/group",
                "g",
                "plimsoll.dev/group-size",
                "2",
                DomainRequest.WITHIN,
                "rack"))
        .isEmpty();
    assertThat(of()).isEmpty();
  }
}
