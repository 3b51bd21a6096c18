package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PodValidationTest {
  private static final String AT = "spec.containers[0].resources.";

  static Stream<Arguments> resources() {
    return Stream.of(
        Arguments.of("cpu=1,memory=1Gi,nvidia.com/gpu=1", "cpu=2,nvidia.com/gpu=1", ""),
        Arguments.of("deviceclass.resource.kubernetes.io/big=1500m", "", ""),
        Arguments.of("", "hugepages-2Mi=4Mi,memory=1Gi", ""),
        Arguments.of(
            "cpu=2",
            "cpu=1",
            AT + "requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1"),
        Arguments.of(
            "nvidia.com/gpu=1",
            "nvidia.com/gpu=2",
            AT + "requests: Invalid value: \"1\": must be equal to nvidia.com/gpu limit of 2"),
        Arguments.of(
            "nvidia.com/gpu=1",
            "",
            AT + "limits: Required value: Limit must be set for non overcommitable resources"),
        Arguments.of(
            "",
            "nvidia.com/gpu=1500m",
            AT + "limits[nvidia.com/gpu]: Invalid value: \"1500m\": must be an integer"),
        Arguments.of(
            "memory=-1",
            "",
            AT + "requests[memory]: Invalid value: \"-1\": must be greater than or equal to 0"),
        Arguments.of(
            "",
            "gpu=1",
            AT
                + "limits[gpu]: Invalid value: \"gpu\": must be a standard resource type or fully"
                + " qualified | "
                + AT
                + "limits[gpu]: Invalid value: \"gpu\": must be a standard resource for"
                + " containers"),
        Arguments.of(
            "",
            "requests.nvidia.com/gpu=1",
            AT
                + "limits[requests.nvidia.com/gpu]: Invalid value: \"requests.nvidia.com/gpu\":"
                + " doesn't follow extended resource name standard"),
        Arguments.of(
            "",
            "memory=1Gi,hugepages-2Mi=3Mi",
            AT
                + "limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer"
                + " multiple of hugepages-2Mi"),
        Arguments.of(
            "",
            "memory=1Gi,hugepages-big=3Mi",
            AT
                + "limits[hugepages-big]: Invalid value: \"3Mi\": 3Mi is not positive integer"
                + " multiple of hugepages-big"),
        Arguments.of(
            "",
            "hugepages-2Mi=4Mi",
            "spec.containers[0].resources: Forbidden: HugePages require cpu or memory"));
  }

  @ParameterizedTest(name = "requests {0} limits {1}")
  @MethodSource("resources")
  void a_containers_resources_are_denied_as_kubernetes_does(
      String requests, String limits, String want) {
    assertThat(errors(pod(container("c", requests, limits)).build())).isEqualTo(want);
  }

  @Test
  void init_containers_are_held_to_the_same_rules_and_told_after_the_others() {
    Pod pod =
        pod(container("a", "cpu=2", "cpu=1"))
            .initContainers(container("i", "", ""), sidecar("s", "cpu=3", "cpu=1"))
            .build();

    assertThat(errors(pod))
        .isEqualTo(
            AT
                + "requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1 |"
                + " spec.initContainers[1].resources.requests: Invalid value: \"3\": must be less"
                + " than or equal to cpu limit of 1");
  }

  @Test
  void a_pod_needs_a_container() {
    assertThat(errors(pod().build())).isEqualTo("spec.containers: Required value");
  }

  @Test
  void containers_need_names_of_their_own() {
    Pod pod =
        pod(
                container("a", "", ""),
                container("a", "", ""),
                container("", "", ""),
                container("b.c", "", ""))
            .initContainers(container("a", "", ""))
            .build();

    assertThat(errors(pod))
        .isEqualTo(
            "spec.containers[1].name: Duplicate value: \"a\" |"
                + " spec.containers[2].name: Required value |"
                + " spec.containers[3].name: Invalid value: \"b.c\": must not contain dots |"
                + " spec.initContainers[0].name: Duplicate value: \"a\"");
  }

  @Test
  void claims_must_be_the_pods() {
    Container container =
        Container.of(
            "a",
            new ResourceRequirements(Resources.EMPTY, Resources.EMPTY, List.of("gpu", "nic", "")));
    Pod claiming = pod(container).build();

    assertThat(errors(claiming))
        .startsWith(
            AT
                + "claims[0]: Not found: \"gpu\": must be one of the names in"
                + " pod.spec.resourceClaims which is empty");
    assertThat(
            errors(
                pod(claiming)
                    .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("gpu", "g", ""))))
                    .build()))
        .isEqualTo(
            AT
                + "claims[1]: Not found: \"nic\": must be one of the names in"
                + " pod.spec.resourceClaims: gpu | "
                + AT
                + "claims[2]: Required value");
  }

  @Test
  void pod_level_resources_are_cpu_memory_and_huge_pages_only() {
    Pod pod =
        pod(container("a", "", "")).resources("nvidia.com/gpu=1", "nvidia.com/gpu=1,cpu=1").build();

    assertThat(errors(pod))
        .isEqualTo(
            "spec.resources.limits[nvidia.com/gpu]: Unsupported value: \"nvidia.com/gpu\":"
                + " supported values: \"cpu\", \"hugepages-\", \"memory\" |"
                + " spec.resources.requests[nvidia.com/gpu]: Unsupported value:"
                + " \"nvidia.com/gpu\": supported values: \"cpu\", \"hugepages-\", \"memory\"");
  }

  @Test
  void pod_level_requests_cover_the_containers_and_pod_level_limits_each_of_them() {
    Pod pod =
        pod(
                container("a", "cpu=1", "cpu=3,memory=1Gi,hugepages-2Mi=2Mi"),
                container("b", "cpu=2", "hugepages-2Mi=2Mi,cpu=1"))
            .resources("cpu=2", "cpu=2,hugepages-2Mi=2Mi")
            .build();

    assertThat(errors(pod))
        .contains(
            "spec.resources.requests[cpu]: Invalid value: \"2\": must be greater than or equal to"
                + " aggregate container requests of 3 |"
                + " spec.resources.limits[hugepages-2Mi]: Invalid value: \"2Mi\": must be greater"
                + " than or equal to aggregate container limits of 4Mi |"
                + " spec.resources.containers[0][cpu].limits: Invalid value: \"3\": must be less"
                + " than or equal to pod limits of 2");
  }

  @Test
  void claims_are_not_for_the_pod_as_a_whole() {
    PodSpec spec =
        PodSpec.builder()
            .containers(List.of(container("a", "", "")))
            .resourceClaims(List.of(new PodResourceClaim("gpu", "g", "")))
            .resources(
                Optional.of(
                    new ResourceRequirements(Resources.EMPTY, Resources.EMPTY, List.of("gpu"))))
            .build();

    assertThat(PodValidation.validateSpec(spec, "spec.template.spec"))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.template.spec.resources.claims: Forbidden: claims may not be set for Resources"
                + " at pod-level");
  }

  @Test
  void overhead_is_held_to_the_rules_of_limits() {
    assertThat(errors(pod(container("a", "", "")).overhead("cpu=-1").build()))
        .isEqualTo(
            "spec.overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to"
                + " 0");
  }

  @Test
  void a_deadline_is_positive_and_a_gated_pod_has_no_node() {
    Pod late =
        pod(container("a", "", ""))
            .spec(s -> s.activeDeadlineSeconds(OptionalLong.of(0)).schedulingGates(List.of("wait")))
            .on("n1")
            .build();

    assertThat(errors(late))
        .isEqualTo(
            "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647,"
                + " inclusive | spec.nodeName: Forbidden: cannot be set until all"
                + " schedulingGates have been cleared");
  }

  private static String errors(Pod pod) {
    return String.join(
        " | ", PodValidation.validateCreate(pod).stream().map(FieldError::toString).toList());
  }
}
