package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceToleration;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import java.util.List;
import java.util.Set;

/** Reads claims of devices and their templates. */
final class DeviceClaimReader {
  private DeviceClaimReader() {}

  static ResourceClaim claim(Fields object) {
    Fields status = object.object("status");
    return new ResourceClaim(
        ObjectMetaReader.metadata(object),
        devices(object.object("spec")),
        status.optional("allocation").map(a -> allocation(a, status)),
        Set.copyOf(status.list("reservedFor", r -> r.string("uid"))));
  }

  static ResourceClaimTemplate template(Fields object) {
    return new ResourceClaimTemplate(
        ObjectMetaReader.metadata(object), devices(object.object("spec").object("spec")));
  }

  private static DeviceClaim devices(Fields spec) {
    Fields devices = spec.object("devices");
    return new DeviceClaim(
        devices.list("requests", DeviceClaimReader::request),
        devices.list("constraints", DeviceClaimReader::constraint));
  }

  /** Before v1beta2, a plain request wasn't under {@code exactly}. */
  private static DeviceRequest request(Fields request) {
    String name = request.string("name");
    if (request.has("firstAvailable")) {
      return new DeviceRequest(
          name, request.list("firstAvailable", r -> alternative(r, r.string("name"))), true);
    }
    Fields exactly = request.optional("exactly").orElse(request);
    return new DeviceRequest(name, List.of(alternative(exactly, "")), false);
  }

  private static DeviceSubRequest alternative(Fields request, String name) {
    String mode = request.string("allocationMode", "ExactCount");
    long absent = mode.equals("ExactCount") ? 1 : 0;
    return new DeviceSubRequest(
        name,
        request.string("deviceClassName"),
        DeviceReader.selectors(request),
        mode,
        request.wholeNumber("count").orElse(absent),
        request.bool("adminAccess"),
        request.list("tolerations", DeviceClaimReader::toleration),
        DeviceReader.quantities(request.object("capacity"), "requests"));
  }

  private static DeviceToleration toleration(Fields toleration) {
    return new DeviceToleration(
        toleration.string("key"),
        toleration.string("operator"),
        toleration.string("value"),
        toleration.string("effect"),
        toleration.wholeNumber("tolerationSeconds"));
  }

  private static DeviceConstraint constraint(Fields constraint) {
    List<String> requests = constraint.strings("requests");
    if (constraint.has("matchAttribute")) {
      return new DeviceConstraint(
          DeviceConstraint.Kind.MATCH, constraint.string("matchAttribute"), requests);
    }
    return constraint.has("distinctAttribute")
        ? new DeviceConstraint(
            DeviceConstraint.Kind.DISTINCT, constraint.string("distinctAttribute"), requests)
        : new DeviceConstraint(DeviceConstraint.Kind.UNSUPPORTED, "", requests);
  }

  private static DeviceAllocation allocation(Fields allocation, Fields status) {
    Fields devices = allocation.object("devices");
    return new DeviceAllocation(
        devices.list("results", DeviceClaimReader::result),
        allocation.optional("nodeSelector").map(SelectorReader::nodes),
        DeviceBindingReader.binding(allocation, status));
  }

  private static DeviceAllocation.Result result(Fields result) {
    return new DeviceAllocation.Result(
        result.string("request"),
        result.string("driver"),
        result.string("pool"),
        result.string("device"),
        result.bool("adminAccess"),
        result.has("shareID"),
        DeviceReader.quantities(result, "consumedCapacity"));
  }
}
