package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.object.DeviceBinding;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceBindingReaderTest {
  @Test
  void conditions_of_the_driver_are_those_of_the_same_device() {
    assertThat(
            binding(
                """
                "bindingConditions": ["Attached"], "bindingFailureConditions": ["Broken"],
                """))
        .isEqualTo(
            new DeviceBinding(
                Optional.of(Instant.parse("2026-06-01T12:00:00Z")),
                List.of(
                    new DeviceBinding.AllocatedDevice(
                        List.of("Attached"), List.of("Broken"), Optional.of(Set.of("Attached"))))));
  }

  @Test
  void devices_without_conditions_need_no_preparation() {
    assertThat(binding("")).isEqualTo(DeviceBinding.NONE);
  }

  private static DeviceBinding binding(String conditions) {
    ResourceClaim claim =
        (ResourceClaim)
            ObjectReader.read(
                JsonTree.of(
                    JsonParser.parseString(
                            """
                            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
                             "metadata": {"namespace": "team-a", "name": "c"},
                             "spec": {"devices": {"requests": []}},
                             "status": {
                               "allocation": {
                                 "allocationTimestamp": "2026-06-01T12:00:00Z",
                                 "devices": {"results": [{%s
                                   "request": "gpu", "driver": "gpu.example.com", "pool": "a",
                                   "device": "gpu-1"}]}},
                               "devices": [
                                 {"driver": "gpu.example.com", "pool": "a", "device": "gpu-0",
                                  "conditions": [{"type": "Broken", "status": "True"}]},
                                 {"driver": "gpu.example.com", "pool": "a", "device": "gpu-1",
                                  "conditions": [{"type": "Attached", "status": "True"},
                                                 {"type": "Broken", "status": "False"}]}]}}
                            """
                                .formatted(conditions))
                        .getAsJsonObject()));
    return claim.allocation().orElseThrow().binding();
  }
}
