package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cel.DeviceExpression;
import dev.plimsoll.kubernetes.cel.DeviceExpressionCache;
import dev.plimsoll.kubernetes.cel.ExpressionException;
import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Selects a request's devices by the expressions of the request and of its class.
 *
 * <p>Source: {@code isSelectable} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class DeviceSelection {
  private final DeviceExpressionCache expressions;
  private final AllocatorFeatures features;

  DeviceSelection(DeviceExpressionCache expressions, AllocatorFeatures features) {
    this.expressions = expressions;
    this.features = features;
  }

  boolean selects(RequestAlternative request, PoolDevice device, Node node)
      throws AllocationException {
    if (!features.bindingConditions() && !device.device().bindingConditions().isEmpty()) {
      return false;
    }
    Boolean known = request.selectable().get(device);
    if (known == null) {
      known =
          isOfClass(request, device)
              && isRequested(request, device)
              && (!device.slice().perDeviceNodeSelection()
                  || Pools.matches(device.device().nodes(), node));
      request.selectable().put(device, known);
    }
    return known;
  }

  /** Returns whether the class alone selects a device. */
  boolean isOfClass(RequestAlternative request, PoolDevice device) throws AllocationException {
    return matches(
        request,
        "class " + request.deviceClass().name(),
        request.deviceClass().selectors(),
        device);
  }

  /** Returns whether the request's own selectors select a device. */
  boolean isRequested(RequestAlternative request, PoolDevice device) throws AllocationException {
    return matches(
        request, "claim " + nameOf(request.claim()), request.wanted().selectors(), device);
  }

  /** Returns whether an expression fails for a device of some slices. */
  boolean mayFail(RequestAlternative request, Collection<ResourceSlice> slices) {
    List<String> selectors = new ArrayList<>(request.deviceClass().selectors());
    selectors.addAll(request.wanted().selectors());
    try {
      for (ResourceSlice slice : slices) {
        for (Device device : slice.devices()) {
          for (String selector : selectors) {
            if (!expressions.get(selector).matches(slice.driver(), device)) {
              break;
            }
          }
        }
      }
      return false;
    } catch (ExpressionException | NotModelledException e) {
      return true;
    }
  }

  private boolean matches(
      RequestAlternative request, String who, List<String> selectors, PoolDevice device)
      throws AllocationException {
    for (int i = 0; i < selectors.size(); i++) {
      DeviceExpression expression;
      try {
        expression = expressions.get(selectors.get(i));
      } catch (ExpressionException e) {
        throw error(request, who, i, "compile", e);
      }
      try {
        if (!expression.matches(device.id().driver(), device.device())) {
          return false;
        }
      } catch (ExpressionException e) {
        throw error(request, who, i, "runtime", e);
      }
    }
    return true;
  }

  private static AllocationException error(
      RequestAlternative request, String who, int selector, String kind, ExpressionException e) {
    return AllocationException.ofRequest(
        request, who + ": selector #" + selector + ": CEL " + kind + " error: " + e.getMessage());
  }

  /** The claim's name as Kubernetes writes it. */
  static String nameOf(ResourceClaim claim) {
    return claim.namespace() + "/" + claim.name();
  }
}
