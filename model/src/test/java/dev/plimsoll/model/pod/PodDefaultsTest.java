package dev.plimsoll.model.pod;

import static dev.plimsoll.model.fixtures.PodFixtures.container;
import static dev.plimsoll.model.fixtures.PodFixtures.requirements;
import static dev.plimsoll.model.fixtures.PodFixtures.withInit;
import static dev.plimsoll.model.fixtures.PodFixtures.withOverhead;
import static dev.plimsoll.model.fixtures.PodFixtures.withResources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.fixtures.PodFixtures;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.ContainerPort;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.ResourceRequirements;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodDefaultsTest {

  @Test
  void limitsBecomeRequestsThatAreMissingAndNeverTheOtherWayRound() {
    Pod pod =
        withInit(
            PodFixtures.of(container("a", "cpu=100m,memory=1Gi", "cpu=1,nvidia.com/gpu=2")),
            container("i", "", "ephemeral-storage=1Gi"));

    PodSpec spec = PodDefaults.apply(pod).spec();

    assertThat(spec.containers().get(0).resources())
        .isEqualTo(requirements("cpu=100m,memory=1Gi,nvidia.com/gpu=2", "cpu=1,nvidia.com/gpu=2"));
    assertThat(spec.initContainers().get(0).resources())
        .isEqualTo(requirements("ephemeral-storage=1Gi", "ephemeral-storage=1Gi"));
  }

  @Test
  void podLevelRequestsComeFromTheContainersAndElseFromPodLevelLimits() {
    Pod pod = withResources(PodFixtures.of(container("a", "cpu=1", "")), "", "cpu=4,memory=2Gi");

    assertThat(ownResources(pod)).isEqualTo(requirements("cpu=1,memory=2Gi", "cpu=4,memory=2Gi"));
  }

  @Test
  void podLevelRequestsAreLeftAloneWithoutPodLevelLimits() {
    Pod pod = withResources(PodFixtures.of(container("a", "cpu=1,memory=1Gi", "")), "cpu=2", "");

    assertThat(ownResources(pod)).isEqualTo(requirements("cpu=2", ""));
  }

  @Test
  void emptyPodLevelResourcesStayEmpty() {
    Pod pod = withResources(PodFixtures.of(container("a", "", "cpu=1,hugepages-2Mi=4Mi")), "", "");

    assertThat(ownResources(pod)).isEqualTo(requirements("", ""));
  }

  @Test
  void podLevelHugePagesComeFromTheContainersLimits() {
    Pod pod =
        withResources(
            PodFixtures.of(
                container("a", "", "memory=1Gi,hugepages-2Mi=4Mi"),
                container("b", "", "memory=1Gi,hugepages-2Mi=2Mi,nvidia.com/gpu=1")),
            "cpu=1",
            "");

    assertThat(ownResources(pod))
        .isEqualTo(requirements("cpu=1,memory=2Gi,hugepages-2Mi=6Mi", "hugepages-2Mi=6Mi"));
  }

  @Test
  void podLevelHugePagesThatAreRequestedGetNoLimit() {
    Pod pod =
        withResources(
            PodFixtures.of(container("a", "", "hugepages-2Mi=4Mi")), "hugepages-2Mi=8Mi", "");

    assertThat(ownResources(pod)).isEqualTo(requirements("hugepages-2Mi=8Mi", ""));
  }

  @Test
  void quantitiesAreRoundedUpToMilliAfterTheyWereAdded() {
    Pod pod =
        withOverhead(
            withResources(
                PodFixtures.of(container("a", "cpu=100u", ""), container("b", "cpu=300u", "")),
                "",
                "cpu=1"),
            "cpu=1u");

    PodSpec spec = PodDefaults.apply(pod).spec();

    assertThat(spec.containers().get(0).resources().requests()).hasToString("cpu=1m");
    assertThat(spec.overhead()).hasToString("cpu=1m");
    assertThat(ownResources(pod).requests()).hasToString("cpu=1m");
  }

  @Test
  void portsOfTheHostsNetworkAreHostPorts() {
    Container container =
        new Container(
            "a",
            ResourceRequirements.NONE,
            List.of(new ContainerPort(80, 0, "", "TCP"), new ContainerPort(81, 9, "", "TCP")),
            "");
    PodSpec.Builder spec = PodSpec.builder().containers(List.of(container));

    assertThat(hostPorts(PodFixtures.of(spec.hostNetwork(true)))).containsExactly(80, 9);
    assertThat(hostPorts(PodFixtures.of(spec.hostNetwork(false)))).containsExactly(0, 9);
  }

  @Test
  void aPodWithoutSchedulerOrGracePeriodGetsTheUsualOnes() {
    PodSpec spec = PodDefaults.apply(PodFixtures.of(PodSpec.builder().schedulerName(""))).spec();

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
