package dev.plimsoll.kubernetes.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaKeysTest {

  /** Kubernetes charges extended resources under their requests key only. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, requests.nvidia.com/gpu",
    "limits.nvidia.com/gpu, requests.nvidia.com/gpu",
    "requests.nvidia.com/gpu,",
    "limits.cpu,",
    "cpu,",
    "gpu.deviceclass.resource.k8s.io/devices,",
    "requests.deviceclass.resource.kubernetes.io/gpu,",
  })
  void a_dead_key_of_an_extended_resource_has_one_that_is_enforced_instead(
      String key, String instead) {
    assertThat(QuotaKeys.enforcedInstead(ResourceName.of(key))).isEqualTo(name(instead));
  }

  @ParameterizedTest
  @CsvSource({
    "gpu.deviceclass.resource.k8s.io/devices, gpu",
    "requests.deviceclass.resource.kubernetes.io/gpu, gpu",
    "requests.nvidia.com/gpu,",
  })
  void a_device_class_has_keys_in_two_spellings(String key, String deviceClass) {
    assertThat(QuotaKeys.deviceClass(ResourceName.of(key)))
        .isEqualTo(Optional.ofNullable(deviceClass));
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, cpu",
    "pods, pods",
    "count/pods, pods",
    "hugepages-2Mi, hugepages-2Mi",
    "requests.memory, memory",
    "requests.nvidia.com/gpu, nvidia.com/gpu",
    "requests.storage,",
    "limits.cpu,",
    "count/services,",
  })
  void a_key_is_about_a_resource_of_nodes_if_they_have_it(String key, String resource) {
    assertThat(QuotaKeys.nodeResource(ResourceName.of(key))).isEqualTo(name(resource));
  }

  @ParameterizedTest
  @CsvSource({
    "pods, pods count/pods,",
    "cpu, requests.cpu cpu,",
    "nvidia.com/gpu, requests.nvidia.com/gpu, nvidia.com/gpu limits.nvidia.com/gpu",
  })
  void a_resource_is_charged_under_these_keys_and_never_under_those(
      String resource, String charged, String dead) {
    assertThat(QuotaKeys.chargedKeys(ResourceName.of(resource))).isEqualTo(names(charged));
    assertThat(QuotaKeys.requestKey(ResourceName.of(resource))).isEqualTo(names(charged).get(0));
    assertThat(QuotaKeys.deadKeys(ResourceName.of(resource)))
        .isEqualTo(dead == null ? List.of() : names(dead));
  }

  private static Optional<ResourceName> name(String name) {
    return Optional.ofNullable(name).map(ResourceName::of);
  }

  private static List<ResourceName> names(String names) {
    return Arrays.stream(names.split(" ")).map(ResourceName::of).toList();
  }
}
