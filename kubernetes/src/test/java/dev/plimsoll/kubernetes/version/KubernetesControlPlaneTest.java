package dev.plimsoll.kubernetes.version;

import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_32;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_33;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_34;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_36;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_37;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubernetesControlPlaneTest {

  @Test
  void the_newest_kubelet_tells_the_version() {
    KubernetesControlPlane controlPlane =
        KubernetesControlPlane.ofKubelets(List.of("v1.32.1", "v1.33.13", "unknown", "", "v1.9.1"));

    assertThat(controlPlane.version()).isEqualTo(V1_33);
    assertThat(controlPlane.describe())
        .isEqualTo("Kubernetes 1.33, as the newest kubelet, which no API server is older than");
  }

  @Test
  void where_no_kubelet_tells_a_version_the_newest_with_recorded_decisions_is_assumed() {
    assertThat(KubernetesControlPlane.ofKubelets(List.of("unknown")))
        .isEqualTo(KubernetesControlPlane.DEFAULT);
    assertThat(KubernetesControlPlane.DEFAULT.version()).isEqualTo(V1_36);
  }

  @Test
  void a_newer_version_than_is_known_has_the_newest_rules_and_says_so() {
    KubernetesControlPlane controlPlane =
        KubernetesControlPlane.of(new KubernetesVersion(1, 38), Origin.API_SERVER);

    assertThat(controlPlane.isAtLeast(V1_37)).isTrue();
    assertThat(controlPlane.enabled())
        .isEqualTo(KubernetesControlPlane.of(V1_37, Origin.API_SERVER).enabled());
    assertThat(controlPlane.describe())
        .isEqualTo(
            "Kubernetes 1.38, as the API server says; its rules are not known, those of 1.37 are"
                + " applied, so feature gates, rules and texts may differ");
  }

  @Test
  void a_version_without_recorded_decisions_says_so() {
    assertThat(KubernetesControlPlane.of(V1_37, Origin.API_SERVER).describe())
        .isEqualTo(
            "Kubernetes 1.37, as the API server says; its rules come from its source code, and"
                + " none of its decisions was recorded");
  }

  @Test
  void gates_that_became_stable_in_1_37_are_locked() {
    KubernetesControlPlane controlPlane = KubernetesControlPlane.of(V1_37, Origin.OPTION);

    for (FeatureGate gate :
        List.of(
            FeatureGate.DRA_EXTENDED_RESOURCE,
            FeatureGate.DRA_PRIORITIZED_LIST,
            FeatureGate.NODE_DECLARED_FEATURES,
            FeatureGate.INIT_CONTAINER_VERTICAL_SCALING)) {
      assertThatThrownBy(() -> controlPlane.withFeatureGates(Map.of(gate, false)))
          .hasMessageEndingWith("is locked to true in Kubernetes 1.37");
    }
    assertThat(controlPlane.withFeatureGates(Map.of(FeatureGate.DRA_DEVICE_TAINTS, false)))
        .isNotEqualTo(controlPlane);
  }

  @Test
  void features_are_enabled_from_the_version_on_in_which_they_are_by_default() {
    assertThat(
            KubernetesControlPlane.of(V1_33, Origin.OPTION)
                .enables(FeatureGate.POD_LEVEL_RESOURCES))
        .isFalse();
    assertThat(
            KubernetesControlPlane.of(V1_34, Origin.OPTION)
                .enables(FeatureGate.POD_LEVEL_RESOURCES))
        .isTrue();
  }

  @Test
  void a_gate_that_is_set_overrides_the_default() {
    KubernetesControlPlane controlPlane =
        KubernetesControlPlane.of(V1_34, Origin.OPTION)
            .withFeatureGates(
                Map.of(
                    FeatureGate.POD_LEVEL_RESOURCES, false,
                    FeatureGate.DYNAMIC_RESOURCE_ALLOCATION, true));

    assertThat(controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES)).isFalse();
    assertThat(controlPlane.enables(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)).isTrue();
    assertThat(controlPlane.enables(FeatureGate.POD_VERTICAL_SCALING)).isTrue();
  }

  @Test
  void a_gate_whose_rules_are_not_known_in_the_version_cannot_be_set() {
    assertThatThrownBy(
            () ->
                KubernetesControlPlane.of(V1_32, Origin.OPTION)
                    .withFeatureGates(Map.of(FeatureGate.POD_LEVEL_RESOURCES, true)))
        .hasMessage(
            "feature gate \"PodLevelResources\" cannot be set for Kubernetes 1.32, where it does"
                + " not exist or its rules are not known");
  }

  @Test
  void a_locked_gate_cannot_be_disabled_but_may_be_named() {
    KubernetesControlPlane controlPlane = KubernetesControlPlane.of(V1_36, Origin.OPTION);
    Map<FeatureGate, Boolean> off = Map.of(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION, false);

    assertThatThrownBy(() -> controlPlane.withFeatureGates(off))
        .hasMessage(
            "feature gate \"DynamicResourceAllocation\" is locked to true in Kubernetes 1.36");
    assertThat(controlPlane.withFeatureGates(Map.of(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION, true)))
        .isEqualTo(controlPlane);
  }
}
