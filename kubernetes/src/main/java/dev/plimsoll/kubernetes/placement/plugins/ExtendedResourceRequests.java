package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The requests of the claim that the scheduler creates for a pod's extended resources. Each
 * container that keeps running gets one. The init container that needs the most beyond the later
 * restartable ones gets one too.
 *
 * <p>Source: {@code createRequestsAndMappings} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go}.
 */
final class ExtendedResourceRequests {
  private static final Comparator<DeviceRequest> BY_COUNT =
      Comparator.comparingLong(ExtendedResourceRequests::count);

  private final PodSpec spec;
  private final List<Container> containers = new ArrayList<>();

  private ExtendedResourceRequests(PodSpec spec) {
    this.spec = spec;
    containers.addAll(spec.initContainers());
    containers.addAll(spec.containers());
  }

  /**
   * Returns the requests, by name.
   *
   * @param provided the classes by the resources that they have to provide
   */
  static List<DeviceRequest> of(PodSpec spec, Map<ResourceName, DeviceClass> provided) {
    ExtendedResourceRequests requests = new ExtendedResourceRequests(spec);
    List<DeviceRequest> all = new ArrayList<>();
    provided.forEach((name, deviceClass) -> all.addAll(requests.of(name, deviceClass.name())));
    all.sort(Comparator.comparing(DeviceRequest::name));
    return all;
  }

  private List<DeviceRequest> of(ResourceName name, String deviceClass) {
    TreeMap<Integer, DeviceRequest> lasting = new TreeMap<>();
    for (int i = 0; i < containers.size(); i++) {
      if (!endsEarly(i)) {
        Optional<DeviceRequest> request = request(i, name, deviceClass, 0);
        if (request.isPresent()) {
          lasting.put(i, request.get());
        }
      }
    }
    List<DeviceRequest> early = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      if (endsEarly(i)) {
        long reusable =
            lasting.tailMap(i).values().stream().mapToLong(ExtendedResourceRequests::count).sum();
        request(i, name, deviceClass, reusable).ifPresent(early::add);
      }
    }
    List<DeviceRequest> requests = new ArrayList<>(lasting.values());
    early.stream().reduce((a, b) -> BY_COUNT.compare(a, b) < 0 ? b : a).ifPresent(requests::add);
    return requests;
  }

  private boolean endsEarly(int container) {
    return container < spec.initContainers().size()
        && !containers.get(container).isRestartableInit();
  }

  private Optional<DeviceRequest> request(
      int container, ResourceName name, String deviceClass, long reusable) {
    var requested = containers.get(container).resources().requests();
    Quantity amount = requested.getOrZero(name);
    if (!amount.isInteger() || amount.value() <= reusable) {
      return Optional.empty();
    }
    int index =
        requested.names().stream().map(ResourceName::name).sorted().toList().indexOf(name.name());
    return Optional.of(
        new DeviceRequest(
            "container-" + container + "-request-" + index,
            List.of(DeviceSubRequest.of(deviceClass, "ExactCount", amount.value() - reusable)),
            false));
  }

  private static long count(DeviceRequest request) {
    return request.alternatives().get(0).count();
  }
}
