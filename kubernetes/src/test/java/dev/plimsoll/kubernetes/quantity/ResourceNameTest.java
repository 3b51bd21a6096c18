package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResourceNameTest {
  private static final List<String> NAMES =
      List.of(
          "cpu",
          "pods",
          "requests.cpu",
          "hugepages-2Mi",
          "requests.hugepages-2Mi",
          "attachable-volumes-csi",
          "nvidia.com/gpu",
          "requests.nvidia.com/gpu",
          "limits.nvidia.com/gpu",
          "count/pods",
          "kubernetes.io/batch",
          "deviceclass.resource.kubernetes.io/gpu",
          "Not.A/Domain",
          "two/slashes/here");

  private static Stream<String> namesThat(Predicate<ResourceName> predicate) {
    return NAMES.stream().filter(name -> predicate.test(ResourceName.of(name)));
  }

  @Test
  void names_are_sorted_into_kinds_as_kubernetes_does() {
    assertThat(namesThat(ResourceName::isNative))
        .containsExactly(
            "cpu",
            "pods",
            "requests.cpu",
            "hugepages-2Mi",
            "requests.hugepages-2Mi",
            "attachable-volumes-csi",
            "kubernetes.io/batch",
            "deviceclass.resource.kubernetes.io/gpu");
    assertThat(namesThat(ResourceName::isHugePage)).containsExactly("hugepages-2Mi");
    assertThat(namesThat(ResourceName::isQuotaHugePage))
        .containsExactly("hugepages-2Mi", "requests.hugepages-2Mi");
    assertThat(namesThat(ResourceName::isExtended))
        .containsExactly("nvidia.com/gpu", "limits.nvidia.com/gpu", "count/pods");
    assertThat(namesThat(ResourceName::isInteger))
        .containsExactly("pods", "nvidia.com/gpu", "limits.nvidia.com/gpu", "count/pods");
    assertThat(namesThat(name -> !name.isOvercommitAllowed()))
        .containsExactly(
            "hugepages-2Mi",
            "nvidia.com/gpu",
            "requests.nvidia.com/gpu",
            "limits.nvidia.com/gpu",
            "count/pods",
            "Not.A/Domain",
            "two/slashes/here");
    assertThat(namesThat(ResourceName::isScalar))
        .containsExactly(
            "hugepages-2Mi",
            "attachable-volumes-csi",
            "nvidia.com/gpu",
            "limits.nvidia.com/gpu",
            "count/pods",
            "kubernetes.io/batch",
            "deviceclass.resource.kubernetes.io/gpu");
    assertThat(namesThat(ResourceName::isDraExtended))
        .containsExactly(
            "nvidia.com/gpu",
            "limits.nvidia.com/gpu",
            "count/pods",
            "deviceclass.resource.kubernetes.io/gpu");
  }

  @Test
  void an_extended_name_must_still_fit_behind_the_prefix_of_requests() {
    String longest = "a".repeat(253 - "requests.".length());

    assertThat(ResourceName.of(longest + "/gpu").isExtended()).isTrue();
    assertThat(ResourceName.of(longest + "a/gpu").isExtended()).isFalse();
  }

  @Test
  void names_are_equal_by_their_text_whoever_made_them() {
    Set<ResourceName> names =
        IntStream.range(0, 1000)
            .parallel()
            .mapToObj(i -> ResourceName.of("example.com/" + i % 10))
            .collect(Collectors.toSet());

    assertThat(names).hasSize(10);
    assertThat(ResourceName.of("cpu")).isEqualTo(ResourceName.CPU).hasToString("cpu");
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // That is what being remembered means.
  void of_the_names_that_anybody_makes_up_a_bounded_number_is_remembered() {
    List<ResourceName> made =
        IntStream.range(0, 8 * ResourceName.REMEMBERED).mapToObj(i -> madeUp(i)).toList();

    long remembered = IntStream.range(0, made.size()).filter(i -> made.get(i) == madeUp(i)).count();

    assertThat(remembered).isLessThanOrEqualTo(ResourceName.REMEMBERED);
    assertThat(madeUp(0)).isEqualTo(made.get(0));
  }

  private static ResourceName madeUp(int number) {
    return ResourceName.of("made.up/" + number);
  }

  @Test
  void names_sort_by_their_bytes() {
    assertThat(
            Stream.of("services", "cpu", "\ud83d\ude00", "pods", "Z", "\ue000", "count/pods")
                .map(ResourceName::of)
                .sorted()
                .map(ResourceName::name))
        .containsExactly("Z", "count/pods", "cpu", "pods", "services", "\ue000", "\ud83d\ude00");
  }
}
