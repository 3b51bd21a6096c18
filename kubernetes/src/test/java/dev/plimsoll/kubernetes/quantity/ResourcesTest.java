package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ResourcesTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private static Resources resources(String entries) {
    Resources.Builder builder = Resources.builder();
    for (String entry : entries.split(",")) {
      String[] sides = entry.split("=", 2);
      builder.put(ResourceName.of(sides[0]), Quantity.parse(sides[1]));
    }
    return builder.build();
  }

  @Test
  void entries_are_found_and_visited_in_the_order_of_their_names() {
    Resources resources = resources("pods=3,cpu=1500m,count/pods=0");

    assertThat(resources).hasToString("count/pods=0,cpu=1500m,pods=3");
    assertThat(resources.names())
        .containsExactly(ResourceName.COUNT_PODS, ResourceName.CPU, ResourceName.PODS);
    assertThat(resources.toMap().keySet()).containsExactlyElementsOf(resources.names());
    assertThat(resources.get(ResourceName.CPU)).contains(Quantity.parse("1500m"));
    assertThat(resources.get(ResourceName.MEMORY)).isEmpty();
    assertThat(resources.getOrZero(ResourceName.MEMORY)).isSameAs(Quantity.ZERO);
    assertThat(resources.contains(ResourceName.COUNT_PODS)).isTrue();
    assertThat(resources.size()).isEqualTo(3);
  }

  @Test
  void the_empty_list_is_shared() {
    assertThat(Resources.of(Map.of())).isSameAs(Resources.EMPTY).hasToString("");
    assertThat(resources("cpu=0").removeZeros()).isSameAs(Resources.EMPTY);
    assertThat(Resources.EMPTY.isEmpty()).isTrue();
  }

  @Test
  void an_entry_is_put_replaced_and_removed() {
    Resources cpu = resources("cpu=1");

    assertThat(cpu.with(GPU, Quantity.of(2))).hasToString("cpu=1,nvidia.com/gpu=2");
    assertThat(cpu.with(ResourceName.CPU, Quantity.of(2))).hasToString("cpu=2");
    assertThat(cpu.without(ResourceName.CPU)).isSameAs(Resources.EMPTY);
    assertThat(cpu.without(GPU)).isSameAs(cpu);
  }

  @Test
  void a_sum_has_the_names_of_both_and_computes_only_where_both_have_one() {
    assertThat(resources("cpu=1.250,memory=1Gi").add(resources("memory=512Mi,pods=+1")))
        .hasToString("cpu=1.250,memory=1536Mi,pods=+1");
  }

  @Test
  void a_difference_negates_what_only_the_other_has() {
    assertThat(resources("cpu=1,memory=1Gi").subtract(resources("memory=2Gi,pods=1,services=0")))
        .hasToString("cpu=1,memory=-1Gi,pods=-1,services=0");
  }

  @Test
  void a_non_negative_difference_is_a_plain_zero_where_it_would_not_be_positive() {
    assertThat(
            resources("cpu=-1,memory=1Gi,storage=2")
                .subtractWithNonNegativeResult(resources("memory=2Gi,pods=-1,storage=1,x=1")))
        .hasToString("cpu=0,memory=0,pods=0,storage=1,x=0");
  }

  @Test
  void the_maximum_keeps_this_entry_on_equality() {
    assertThat(resources("cpu=1000m,memory=1Gi").max(resources("cpu=+1,memory=2G,pods=1")))
        .hasToString("cpu=1,memory=2G,pods=1");
    assertThat(resources("cpu=+1").max(resources("cpu=1000m"))).hasToString("cpu=+1");
  }

  @Test
  void only_names_of_both_lists_can_exceed() {
    assertThat(resources("pods=5,cpu=2,memory=1Gi").exceeding(resources("pods=4,cpu=1,services=1")))
        .containsExactly(ResourceName.CPU, ResourceName.PODS);
    assertThat(resources("cpu=1000m").exceeding(resources("cpu=1"))).isEmpty();
  }

  @Test
  void entries_are_selected_by_name_or_by_value() {
    Resources resources = resources("cpu=0,memory=-1,nvidia.com/gpu=2");

    assertThat(resources.mask(Set.of(GPU, ResourceName.PODS))).hasToString("nvidia.com/gpu=2");
    assertThat(resources.mask(ResourceName::isNative)).hasToString("cpu=0,memory=-1");
    assertThat(resources.removeZeros()).hasToString("memory=-1,nvidia.com/gpu=2");
    assertThat(resources.negatives()).containsExactly(ResourceName.MEMORY);
  }

  @Test
  void equality_is_that_of_names_and_numbers() {
    assertThat(resources("cpu=1000m,memory=1Gi"))
        .isEqualTo(resources("memory=1024Mi,cpu=1"))
        .hasSameHashCodeAs(resources("memory=1024Mi,cpu=1"))
        .isNotEqualTo(resources("cpu=1"))
        .isNotEqualTo(resources("cpu=1,memory=1G"))
        .isNotEqualTo(resources("cpu=1,storage=1Gi"));
  }

  @Property
  void sums_and_differences_are_those_of_each_name(
      @ForAll("lists") Map<String, Long> left, @ForAll("lists") Map<String, Long> right) {
    Map<String, Long> sum = new TreeMap<>(left);
    right.forEach((name, value) -> sum.merge(name, value, Long::sum));
    Map<String, Long> difference = new TreeMap<>(left);
    right.forEach((name, value) -> difference.merge(name, -value, Long::sum));
    Map<String, Long> maximum = new TreeMap<>(left);
    right.forEach((name, value) -> maximum.merge(name, value, Long::max));

    assertThat(resources(left).add(resources(right))).isEqualTo(resources(sum));
    assertThat(resources(left).subtract(resources(right))).isEqualTo(resources(difference));
    assertThat(resources(left).max(resources(right))).isEqualTo(resources(maximum));
    difference.replaceAll((name, value) -> left.containsKey(name) ? Math.max(0, value) : 0);
    assertThat(resources(left).subtractWithNonNegativeResult(resources(right)))
        .isEqualTo(resources(difference));
  }

  private static Resources resources(Map<String, Long> values) {
    Resources.Builder builder = Resources.builder();
    values.forEach((name, value) -> builder.put(ResourceName.of(name), Quantity.of(value)));
    return builder.build();
  }

  @Provide
  Arbitrary<Map<String, Long>> lists() {
    return Arbitraries.maps(
            Arbitraries.of("cpu", "memory", "pods", "nvidia.com/gpu", "requests.cpu"),
            Arbitraries.longs().between(-5, 5))
        .ofMaxSize(4);
  }
}
