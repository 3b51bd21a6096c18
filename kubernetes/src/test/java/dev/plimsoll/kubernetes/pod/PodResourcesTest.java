package dev.plimsoll.kubernetes.pod;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodResourcesTest {
  private static final Pod ONE = pod(container("a", "cpu=1,memory=1Gi", "memory=2Gi")).build();

  @Test
  void containers_add_up_and_what_nobody_names_stays_absent() {
    Pod pod =
        pod(container("a", "cpu=1", "cpu=2"), container("b", "cpu=500m,memory=0", "")).build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=1500m,memory=0");
    assertThat(PodResources.limits(pod, PodResourcesOptions.QUOTA)).hasToString("cpu=2");
  }

  @Test
  void a_single_containers_spelling_is_kept() {
    Pod pod = pod(container("a", "memory=1e9", "")).build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA)).hasToString("memory=1e9");
  }

  @Test
  void init_containers_count_at_their_peak_beside_the_sidecars_started_before() {
    Pod pod =
        pod(container("a", "nvidia.com/gpu=1", ""), container("b", "nvidia.com/gpu=2", ""))
            .initContainers(
                container("i1", "nvidia.com/gpu=4", ""),
                sidecar("side", "nvidia.com/gpu=1", ""),
                container("i2", "nvidia.com/gpu=3", ""))
            .build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("nvidia.com/gpu=4");

    Pod heavier =
        pod(pod)
            .initContainers(
                container("i1", "nvidia.com/gpu=4", ""),
                sidecar("side", "nvidia.com/gpu=1", ""),
                container("i2", "nvidia.com/gpu=4", ""))
            .build();

    assertThat(PodResources.requests(heavier, PodResourcesOptions.QUOTA))
        .hasToString("nvidia.com/gpu=5");
  }

  @Test
  void a_pods_own_resources_replace_the_sum_over_its_containers_even_when_less() {
    Pod pod =
        pod(container("a", "cpu=4,nvidia.com/gpu=2", "cpu=4"))
            .resources("cpu=1,nvidia.com/gpu=9,hugepages-2Mi=2Mi", "cpu=2")
            .build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=1,hugepages-2Mi=2Mi,nvidia.com/gpu=2");
    assertThat(PodResources.limits(pod, PodResourcesOptions.QUOTA)).hasToString("cpu=2");
  }

  @Test
  void limit_ranger_leaves_out_overhead_and_pod_level_huge_pages() {
    Pod pod =
        pod(container("a", "cpu=1,hugepages-2Mi=4Mi", ""))
            .resources("cpu=2,hugepages-2Mi=8Mi", "")
            .overhead("cpu=250m")
            .build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.LIMIT_RANGER))
        .hasToString("cpu=2,hugepages-2Mi=4Mi");
    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=2250m,hugepages-2Mi=8Mi");
  }

  @Test
  void overhead_makes_requests_but_only_raises_limits_that_are_there() {
    Pod pod = pod(container("a", "", "cpu=1,memory=0")).overhead("cpu=250m,memory=120Mi").build();

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=250m,memory=120Mi");
    assertThat(PodResources.limits(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=1250m,memory=0");
  }

  @Test
  void non_missing_requests_stand_in_for_what_a_container_leaves_out_but_not_for_zero() {
    Pod pod = pod(container("a", "cpu=0", ""), container("b", "memory=1Gi", "")).build();
    PodResourcesOptions options =
        PodResourcesOptions.SCHEDULER_INCOMING.withNonMissingContainerRequests(
            list("cpu=100m,memory=200Mi"));

    assertThat(PodResources.requests(pod, options)).hasToString("cpu=100m,memory=1224Mi");
  }

  @Test
  void while_a_resize_is_under_way_the_most_of_wanted_allocated_and_actual_counts() {
    Pod pod = reporting(ONE, "cpu=2,memory=512Mi", "cpu=1500m,memory=3Gi", Optional.empty());

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=2,memory=3Gi");
    assertThat(PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING))
        .hasToString("cpu=1,memory=1Gi");
    assertThat(PodResources.limits(pod, PodResourcesOptions.QUOTA)).hasToString("cpu=9,memory=2Gi");
  }

  @Test
  void a_resize_that_can_never_be_granted_does_not_count() {
    Condition infeasible = new Condition("PodResizePending", "True", "Infeasible", "");
    Pod pod = reporting(ONE, "cpu=100m,memory=512Mi", "memory=256Mi", Optional.of(infeasible));

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=100m,memory=512Mi");
    assertThat(PodResources.limits(pod, PodResourcesOptions.QUOTA)).hasToString("cpu=9");
  }

  @Test
  void a_status_without_resources_and_that_of_an_ordinary_init_container_do_not_count() {
    ContainerStatus silent = new ContainerStatus("a", Optional.empty(), list("cpu=9"));
    ContainerStatus init =
        new ContainerStatus("i", Optional.of(requirements("cpu=9", "")), list(""));
    ContainerStatus side =
        new ContainerStatus("s", Optional.of(requirements("cpu=3", "")), list(""));
    Pod pod =
        pod(ONE)
            .initContainers(container("i", "cpu=2", ""), sidecar("s", "cpu=1", ""))
            .build()
            .withStatus(
                PodStatus.builder()
                    .containerStatuses(List.of(silent))
                    .initContainerStatuses(List.of(init, side))
                    .build());

    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=4,memory=1Gi");
  }

  @Test
  void only_a_placed_pods_own_status_counts_beside_its_own_spec() {
    Pod pod =
        pod(ONE)
            .resources("cpu=2", "")
            .build()
            .withStatus(
                PodStatus.builder()
                    .resources(Optional.of(requirements("cpu=3", "")))
                    .allocatedResources(list("cpu=4"))
                    .build());

    assertThat(PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED))
        .hasToString("cpu=4,memory=1Gi");
    assertThat(PodResources.requests(pod, PodResourcesOptions.QUOTA))
        .hasToString("cpu=2,memory=1Gi");
  }

  private static ContainerStatus status(String name, String requests, String allocated) {
    return new ContainerStatus(
        name,
        Optional.of(requests).filter(r -> !r.isEmpty()).map(r -> requirements(r, r)),
        list(allocated));
  }

  private static PodResourcesOptions since(KubernetesVersion version, PodResourcesOptions options) {
    return options.under(KubernetesControlPlane.of(version, Origin.OPTION));
  }

  /** Cases of {@code TestPodResourceRequests} and the like in helpers_test.go of 1.37. */
  @Test
  void since_1_37_sums_are_compared_during_a_resize_and_not_containers() {
    Pod spec = pod(container("c1", "cpu=1", "cpu=1"), container("c2", "cpu=2", "cpu=2")).build();
    Pod pod =
        spec.withStatus(
            PodStatus.builder()
                .containerStatuses(
                    List.of(status("c1", "cpu=2", "cpu=2"), status("c2", "cpu=1", "cpu=1")))
                .build());
    PodResourcesOptions before = since(KubernetesVersion.V1_36, PodResourcesOptions.QUOTA);
    PodResourcesOptions now = since(KubernetesVersion.V1_37, PodResourcesOptions.QUOTA);

    assertThat(PodResources.requests(pod, before)).hasToString("cpu=4");
    assertThat(PodResources.requests(pod, now)).hasToString("cpu=3");
    assertThat(PodResources.limits(pod, before)).hasToString("cpu=4");
    assertThat(PodResources.limits(pod, now)).hasToString("cpu=3");
  }

  @Test
  void since_1_37_an_allocation_without_actual_resources_counts_unless_the_pod_has_sums() {
    Pod spec = pod(container("c1", "cpu=1", "cpu=2")).build();
    PodStatus reported =
        PodStatus.builder().containerStatuses(List.of(status("c1", "", "cpu=6"))).build();
    PodStatus summed =
        PodStatus.builder()
            .resources(Optional.of(requirements("cpu=3", "cpu=5")))
            .allocatedResources(list("cpu=4"))
            .build();
    PodResourcesOptions placed =
        since(KubernetesVersion.V1_37, PodResourcesOptions.SCHEDULER_PLACED);

    assertThat(PodResources.requests(spec.withStatus(reported), placed)).hasToString("cpu=6");
    assertThat(PodResources.requests(spec.withStatus(summed), placed)).hasToString("cpu=4");
    assertThat(PodResources.limits(spec.withStatus(summed), placed)).hasToString("cpu=5");
  }

  @Test
  void since_1_37_a_resize_that_can_never_be_granted_does_not_count_either() {
    Condition infeasible = new Condition("PodResizePending", "True", "Infeasible", "");
    Pod pod = reporting(ONE, "cpu=100m", "memory=256Mi", Optional.of(infeasible));
    PodResourcesOptions now = since(KubernetesVersion.V1_37, PodResourcesOptions.QUOTA);

    assertThat(PodResources.requests(pod, now)).hasToString("cpu=100m,memory=256Mi");
  }

  private static Pod reporting(
      Pod pod, String actual, String allocated, Optional<Condition> condition) {
    ContainerStatus status =
        new ContainerStatus("a", Optional.of(requirements(actual, "cpu=9")), list(allocated));
    return pod.withStatus(
        PodStatus.builder()
            .containerStatuses(List.of(status))
            .conditions(condition.map(List::of).orElse(List.of()))
            .build());
  }
}
