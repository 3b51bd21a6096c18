package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_33;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_34;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_35;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_36;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PodResizeValidationTest {
  private static final String GPU = "cpu=1,nvidia.com/gpu=1";

  static Stream<Arguments> resizes() {
    Pod old = pod(container("a", GPU, "cpu=2,nvidia.com/gpu=1")).build();
    Pod withInit = pod(old).initContainers(container("i", "cpu=1", "")).build();
    Pod podLevel = pod(container("a", "", "")).resources("cpu=1", "cpu=2").build();
    return Stream.of(
        Arguments.of(
            "cpu and memory",
            old,
            pod(container("a", "cpu=3,memory=1Gi,nvidia.com/gpu=1", "cpu=3,nvidia.com/gpu=1"))
                .build(),
            ""),
        Arguments.of(
            "GPUs",
            old,
            pod(container("a", "cpu=1,nvidia.com/gpu=2", "cpu=2,nvidia.com/gpu=2")).build(),
            "spec: Forbidden: only cpu and memory resources are mutable"),
        Arguments.of(
            "a limit taken away",
            old,
            pod(container("a", GPU, "nvidia.com/gpu=1")).build(),
            "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed"),
        Arguments.of(
            "a request taken away",
            old,
            pod(container("a", "nvidia.com/gpu=1", "cpu=2,nvidia.com/gpu=1")).build(),
            "spec.containers[0].resources.requests: Forbidden: resource requests cannot be"
                + " removed"),
        Arguments.of(
            "a request above its limit",
            old,
            pod(container("a", "cpu=3,nvidia.com/gpu=1", "cpu=2,nvidia.com/gpu=1")).build(),
            "spec.containers[0].resources.requests: Invalid value: \"3\": must be less than or"
                + " equal to cpu limit of 2"),
        Arguments.of(
            "another number of containers",
            withInit,
            pod(container("a", GPU, GPU), container("b", "", "")).build(),
            "spec.containers: Forbidden: containers may not be added or removed on resize |"
                + " spec.initContainers: Forbidden: initContainers may not be added or removed on"
                + " resize"),
        Arguments.of(
            "another name",
            old,
            pod(container("z", GPU, GPU)).build(),
            "spec.containers[0].name: Forbidden: containers may not be renamed or reordered on"
                + " resize"),
        Arguments.of(
            "storage of an init container",
            withInit,
            pod(old).initContainers(container("i", "cpu=2,ephemeral-storage=1Gi", "")).build(),
            "spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar"
                + " containers are mutable"),
        Arguments.of(
            "something else entirely",
            old,
            old.withSpec(old.spec().withNodeName("n1")),
            "spec: Forbidden: only cpu and memory resources are mutable"),
        Arguments.of(
            "cpu of the pod as a whole",
            podLevel,
            pod(container("a", "", "")).resources("cpu=2,memory=1Gi", "cpu=2").build(),
            ""),
        Arguments.of(
            "huge pages of the pod as a whole",
            podLevel,
            pod(container("a", "", ""))
                .resources("cpu=1,hugepages-2Mi=2Mi", "cpu=2,hugepages-2Mi=2Mi")
                .build(),
            "spec: Forbidden: only cpu and memory resources are mutable at pod-level"),
        Arguments.of(
            "pod-level entries taken away",
            podLevel,
            pod(container("a", "", "")).resources("memory=1Gi", "memory=1Gi").build(),
            "spec.resources.requests: Forbidden: pod-level resource requests cannot be removed |"
                + " spec.resources.limits: Forbidden: pod-level resource limits cannot be"
                + " removed"),
        Arguments.of(
            "pod-level resources set anew",
            pod(container("a", "cpu=1", "")).build(),
            pod(container("a", "cpu=1", "")).resources("cpu=1", "").build(),
            ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("resizes")
  void a_resize_is_denied_as_kubernetes_does(
      String description, Pod old, Pod updated, String want) {
    assertThat(errors(updated, old)).as(description).isEqualTo(want);
  }

  @Test
  void the_qos_class_must_stay() {
    Pod old =
        pod(container("a", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi"))
            .build()
            .withStatus(PodStatus.builder().qosClass(QosClass.GUARANTEED.toString()).build());
    Pod updated =
        old.withSpec(pod(container("a", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi")).build().spec());

    assertThat(errors(updated, old))
        .isEqualTo(
            "spec: Invalid value: \"Guaranteed\": Pod QOS Class may not change as a result of"
                + " resizing");
  }

  @Test
  void pod_level_resources_may_not_be_taken_away() {
    Pod old = pod(container("a", "cpu=1", "")).resources("cpu=1", "").build();
    Pod updated = pod(container("a", "cpu=1", "")).build();

    assertThat(errors(updated, old))
        .isEqualTo("spec.resources: Forbidden: pod-level resources cannot be removed");
  }

  @Test
  void static_pods_are_not_resized() {
    Pod old =
        pod(container("a", "", ""))
            .build()
            .withMetadata(
                ObjectMeta.builder()
                    .name("p")
                    .annotations(Map.of("kubernetes.io/config.mirror", "1"))
                    .build());

    assertThat(errors(old, old)).isEqualTo(": Forbidden: static pods cannot be resized");
  }

  @Test
  void a_container_with_claims_is_not_resized_at_all() {
    Container claiming =
        Container.of(
            "a", new ResourceRequirements(Resources.EMPTY, Resources.EMPTY, List.of("gpu")));
    Pod old =
        pod(claiming)
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("gpu", "g", ""))))
            .build();

    assertThat(errors(old, old))
        .isEqualTo("spec: Forbidden: only cpu and memory resources are mutable");
  }

  static Stream<Arguments> versions() {
    Pod old = pod(container("a", "memory=1Gi", "memory=2Gi")).build();
    Pod shrunk = pod(container("a", "memory=1Gi", "memory=1500Mi")).build();
    Pod restarting =
        pod(container("a", "memory=1Gi", "memory=1500Mi")
                .withResizePolicy(Map.of("memory", "RestartContainer")))
            .build();
    Pod unlimited = pod(container("a", "memory=1Gi", "")).build();
    Pod podLevel = pod(container("a", "cpu=1", "")).resources("cpu=1", "").build();
    Pod init = pod(old).initContainers(container("i", "cpu=1", "")).build();
    Pod largerInit = pod(old).initContainers(container("i", "cpu=2", "")).build();
    Container sidecar = sidecar("s", "cpu=1", "");
    Pod withSidecar = pod(old).initContainers(sidecar).build();
    Pod withOtherSidecar =
        pod(old).initContainers(sidecar("s", "cpu=1,ephemeral-storage=1Gi", "")).build();
    String decreased =
        "spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased"
            + " unless resizePolicy is RestartContainer";
    return Stream.of(
        Arguments.of("a smaller limit", V1_33, old, shrunk, decreased),
        Arguments.of("a smaller limit", V1_34, old, shrunk, ""),
        Arguments.of("a new limit", V1_33, unlimited, old, decreased.replace("decreased", "added")),
        Arguments.of(
            "a smaller limit by a restart",
            V1_33,
            pod(restarting)
                .spec(
                    s ->
                        s.containers(
                            List.of(
                                restarting
                                    .spec()
                                    .containers()
                                    .get(0)
                                    .withResources(old.spec().containers().get(0).resources()))))
                .build(),
            restarting,
            ""),
        Arguments.of(
            "another policy",
            V1_33,
            old,
            restarting,
            "spec: Forbidden: only cpu and memory resources are mutable"),
        Arguments.of(
            "pod-level resources",
            V1_34,
            podLevel,
            podLevel,
            ": Forbidden: pods with pod-level resources cannot be resized"),
        Arguments.of(
            "pod-level resources",
            V1_35,
            podLevel,
            podLevel,
            ": Forbidden: resize of pods with pod-level resources is forbidden when"
                + " InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled"),
        Arguments.of(
            "an init container",
            V1_35,
            init,
            largerInit,
            "spec: Forbidden: resources for non-sidecar init containers are immutable"),
        Arguments.of("an init container", V1_36, init, largerInit, ""),
        Arguments.of(
            "storage of a sidecar",
            V1_35,
            withSidecar,
            withOtherSidecar,
            "spec: Forbidden: only cpu and memory resources for sidecar containers are mutable"),
        Arguments.of(
            "the first storage of any",
            V1_34,
            pod(container("a", "", "")).build(),
            pod(container("a", "ephemeral-storage=1Gi", "")).build(),
            ""));
  }

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("versions")
  void what_may_be_resized_depends_on_the_version(
      String description, KubernetesVersion version, Pod old, Pod updated, String want) {
    assertThat(errors(updated, old, KubernetesControlPlane.of(version, Origin.OPTION)))
        .as(description)
        .isEqualTo(want);
  }

  @Test
  void an_init_container_that_would_be_restarted_is_not_resized() {
    Map<String, String> restart = Map.of("cpu", "RestartContainer");
    Pod old =
        pod(container("a", "", ""))
            .initContainers(container("i", "cpu=1", "").withResizePolicy(restart))
            .build();
    Pod updated =
        pod(container("a", "", ""))
            .initContainers(container("i", "cpu=2", "").withResizePolicy(restart))
            .build();

    assertThat(errors(updated, old))
        .isEqualTo(
            "spec.initContainers[0]: Forbidden: non-sidecar init containers with a resize policy of"
                + " RestartContainer cannot be resized");
  }

  private static String errors(Pod updated, Pod old) {
    return errors(updated, old, KubernetesControlPlane.DEFAULT);
  }

  private static String errors(Pod updated, Pod old, KubernetesControlPlane controlPlane) {
    return String.join(
        " | ",
        PodResizeValidation.validate(updated, old, controlPlane).stream()
            .map(FieldError::toString)
            .toList());
  }
}
