package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DenialTextTest {

  @Test
  void it_begins_as_the_built_in_text_and_says_what_binds_and_what_helps() {
    assertThat(DenialText.of(List.of(exceeded("gpu", 3, 3, 4))))
        .isEqualTo(
            "exceeded quota: gpu, requested: requests.nvidia.com/gpu=3,"
                + " used: requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=4."
                + " Quota gpu binds, with 1 of requests.nvidia.com/gpu left. What helps: to"
                + " request requests.nvidia.com/gpu=1 at most, to wait until enough is given back,"
                + " or to raise quota gpu to requests.nvidia.com/gpu=6.");
  }

  @Test
  void of_several_quotas_all_are_named_and_the_one_that_leaves_least_binds() {
    assertThat(DenialText.of(List.of(exceeded("a", 4, 2, 4), exceeded("gpus/nlp", 4, 9, 8))))
        .startsWith("exceeded quota: a, ")
        .contains("; exceeded quota: gpus/nlp, ")
        .endsWith(
            " Quota gpus/nlp binds, with 0 of requests.nvidia.com/gpu left. What helps: to wait"
                + " until enough is given back, or to raise quota a to requests.nvidia.com/gpu=6,"
                + " quota gpus/nlp to requests.nvidia.com/gpu=13.");
  }

  @Test
  void what_was_not_counted_yet_is_worth_another_try() {
    assertThat(
            DenialText.of(
                List.of(
                    new QuotaDenial.StatusUnknown(
                        "gpu", List.of(ResourceName.of("requests.nvidia.com/gpu"))))))
        .startsWith("status unknown for quota: gpu, resources: requests.nvidia.com/gpu. ")
        .endsWith("try again in a few seconds.");
  }

  private static QuotaDenial exceeded(String quota, int requested, int used, int limited) {
    return new QuotaDenial.Exceeded(quota, gpus(requested), gpus(used), gpus(limited));
  }

  private static Resources gpus(int count) {
    return list("requests.nvidia.com/gpu=" + count);
  }

  @Test
  void resources_that_containers_must_set_are_set_or_given_by_a_limit_range() {
    MissingResources missing =
        new MissingResources(
            new TreeMap<>(Map.of(ResourceName.LIMITS_CPU, new TreeSet<>(List.of("c")))));

    assertThat(missing.names()).containsExactly(ResourceName.LIMITS_CPU);
    assertThat(DenialText.of(List.of(new QuotaDenial.MustSpecify("gpu", missing))))
        .isEqualTo(
            "failed quota: gpu: must specify limits.cpu for: c. Set them in each container, or"
                + " have a LimitRange give defaults.");
  }
}
