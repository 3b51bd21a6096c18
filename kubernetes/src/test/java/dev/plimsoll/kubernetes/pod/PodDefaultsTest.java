package dev.plimsoll.kubernetes.pod;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerPort;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodDefaultsTest {

  @Test
  void limits_become_requests_that_are_missing_and_never_the_other_way_round() {
    Pod pod =
        pod(container("a", "cpu=100m,memory=1Gi", "cpu=1,nvidia.com/gpu=2"))
            .initContainers(container("i", "", "ephemeral-storage=1Gi"))
            .build();

    PodSpec spec = PodDefaults.apply(pod).spec();

    assertThat(spec.containers().get(0).resources())
        .isEqualTo(requirements("cpu=100m,memory=1Gi,nvidia.com/gpu=2", "cpu=1,nvidia.com/gpu=2"));
    assertThat(spec.initContainers().get(0).resources())
        .isEqualTo(requirements("ephemeral-storage=1Gi", "ephemeral-storage=1Gi"));
  }

  @Test
  void pod_level_requests_come_from_the_containers_and_else_from_pod_level_limits() {
    Pod pod = pod(container("a", "cpu=1", "")).resources("", "cpu=4,memory=2Gi").build();

    assertThat(ownResources(pod)).isEqualTo(requirements("cpu=1,memory=2Gi", "cpu=4,memory=2Gi"));
  }

  @Test
  void pod_level_requests_are_left_alone_without_pod_level_limits() {
    Pod pod = pod(container("a", "cpu=1,memory=1Gi", "")).resources("cpu=2", "").build();

    assertThat(ownResources(pod)).isEqualTo(requirements("cpu=2", ""));
  }

  @Test
  void empty_pod_level_resources_stay_empty() {
    Pod pod = pod(container("a", "", "cpu=1,hugepages-2Mi=4Mi")).resources("", "").build();

    assertThat(ownResources(pod)).isEqualTo(requirements("", ""));
  }

  @Test
  void pod_level_huge_pages_come_from_the_containers_limits() {
    Pod pod =
        pod(
                container("a", "", "memory=1Gi,hugepages-2Mi=4Mi"),
                container("b", "", "memory=1Gi,hugepages-2Mi=2Mi,nvidia.com/gpu=1"))
            .resources("cpu=1", "")
            .build();

    assertThat(ownResources(pod))
        .isEqualTo(requirements("cpu=1,memory=2Gi,hugepages-2Mi=6Mi", "hugepages-2Mi=6Mi"));
  }

  @Test
  void pod_level_huge_pages_that_are_requested_get_no_limit() {
    Pod pod =
        pod(container("a", "", "hugepages-2Mi=4Mi")).resources("hugepages-2Mi=8Mi", "").build();

    assertThat(ownResources(pod)).isEqualTo(requirements("hugepages-2Mi=8Mi", ""));
  }

  @Test
  void quantities_are_rounded_up_to_milli_after_they_were_added() {
    Pod pod =
        pod(container("a", "cpu=100u", ""), container("b", "cpu=300u", ""))
            .resources("", "cpu=1")
            .overhead("cpu=1u")
            .build();

    PodSpec spec = PodDefaults.apply(pod).spec();

    assertThat(spec.containers().get(0).resources().requests()).hasToString("cpu=1m");
    assertThat(spec.overhead()).hasToString("cpu=1m");
    assertThat(ownResources(pod).requests()).hasToString("cpu=1m");
  }

  @Test
  void ports_of_the_hosts_network_are_host_ports() {
    Container container =
        new Container(
            "a",
            ResourceRequirements.NONE,
            List.of(new ContainerPort(80, 0, "", "TCP"), new ContainerPort(81, 9, "", "TCP")),
            "");
    PodBuilder pod = pod(container);

    assertThat(hostPorts(pod.spec(s -> s.hostNetwork(true)).build())).containsExactly(80, 9);
    assertThat(hostPorts(pod.spec(s -> s.hostNetwork(false)).build())).containsExactly(0, 9);
  }

  @Test
  void a_pod_without_scheduler_or_grace_period_gets_the_usual_ones() {
    PodSpec spec = PodDefaults.apply(pod("p").spec(s -> s.schedulerName("")).build()).spec();

    assertThat(spec.schedulerName()).isEqualTo("default-scheduler");
    assertThat(spec.terminationGracePeriodSeconds()).hasValue(30);
  }

  private static ResourceRequirements ownResources(Pod pod) {
    return PodDefaults.apply(pod).spec().resources().orElseThrow();
  }

  private static List<Integer> hostPorts(Pod pod) {
    return PodDefaults.apply(pod).spec().containers().get(0).ports().stream()
        .map(ContainerPort::hostPort)
        .toList();
  }
}
