package dev.plimsoll.kubernetes.version;

import static dev.plimsoll.kubernetes.version.FeatureGate.DRA_EXTENDED_RESOURCE;
import static dev.plimsoll.kubernetes.version.FeatureGate.POD_LEVEL_RESOURCES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGateTest {

  @Test
  void gates_are_read_as_kubernetes_components_take_them() {
    assertThat(FeatureGate.parse("PodLevelResources=false, DRAExtendedResource=true"))
        .containsEntry(POD_LEVEL_RESOURCES, false)
        .containsEntry(DRA_EXTENDED_RESOURCE, true)
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PodLevelResources", "PodLevelResources=on", "=", "true", "A=true,"})
  void what_is_no_list_of_gates_is_rejected(String text) {
    assertThatThrownBy(() -> FeatureGate.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_gate_that_is_not_modelled_is_named_with_those_that_are() {
    assertThatThrownBy(() -> FeatureGate.parse("PodLevelResource=true"))
        .hasMessageStartingWith(
            "feature gate \"PodLevelResource\" is not modelled; expected one of"
                + " DRAAdminAccess, ")
        .hasMessageContaining("PodLevelResources");
  }

  @Test
  void a_gate_is_never_locked_before_it_is_on_nor_on_before_it_can_be_set() {
    for (FeatureGate gate : FeatureGate.values()) {
      for (KubernetesVersion version : KubernetesVersion.MODELLED) {
        assertThat(!gate.isLockedIn(version) || gate.isDefaultIn(version)).as("%s", gate).isTrue();
        assertThat(!gate.isDefaultIn(version) || gate.isSettableIn(version))
            .as("%s", gate)
            .isTrue();
      }
    }
  }
}
