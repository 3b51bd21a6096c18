package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceUnitTest {
  @ParameterizedTest
  @CsvSource({
    "cpu, core",
    "requests.cpu, core",
    "limits.memory, byte",
    "requests.ephemeral-storage, byte",
    "gold.storageclass.storage.k8s.io/requests.storage, byte",
    "hugepages-2Mi, byte",
    "requests.hugepages-1Gi, byte",
    "pods, integer",
    "persistentvolumeclaims, integer",
    "count/jobs.batch, integer",
    "nvidia.com/gpu, integer",
    "requests.nvidia.com/gpu, integer",
    "example.com/memory, integer"
  })
  void a_resource_has_the_unit_that_kube_state_metrics_gives_it(String resource, String unit) {
    assertThat(ResourceUnit.of(ResourceName.of(resource)).label()).isEqualTo(unit);
  }
}
