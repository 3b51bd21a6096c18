package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.DeviceBinding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the conditions of a claim's devices, and what their driver reports of them. */
final class DeviceBindingReader {
  private static final List<String> IDENTITY = List.of("driver", "pool", "device");

  private DeviceBindingReader() {}

  static DeviceBinding binding(Fields allocation, Fields status) {
    List<Fields> results = allocation.object("devices").list("results", r -> r);
    List<DeviceBinding.AllocatedDevice> devices =
        results.stream()
            .filter(r -> !r.strings("bindingConditions").isEmpty())
            .map(
                r ->
                    new DeviceBinding.AllocatedDevice(
                        r.strings("bindingConditions"),
                        r.strings("bindingFailureConditions"),
                        reported(r, status)))
            .toList();
    return devices.isEmpty()
        ? DeviceBinding.NONE
        : new DeviceBinding(allocation.time("allocationTimestamp"), devices);
  }

  private static Optional<Set<String>> reported(Fields result, Fields status) {
    return status.list("devices", d -> d).stream()
        .filter(d -> IDENTITY.stream().allMatch(k -> d.string(k).equals(result.string(k))))
        .findFirst()
        .map(DeviceBindingReader::trueConditions);
  }

  private static Set<String> trueConditions(Fields device) {
    return device.list("conditions", c -> c).stream()
        .filter(c -> c.string("status").equals("True"))
        .map(c -> c.string("type"))
        .collect(Collectors.toUnmodifiableSet());
  }
}
