package dev.plimsoll.model.placement.dra;

import dev.plimsoll.model.cel.DeviceExpression;
import dev.plimsoll.model.cel.DeviceExpressionCache;
import dev.plimsoll.model.cel.ExpressionException;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ResourceClaim;
import java.util.List;

/**
 * Which devices a request selects: those that the expressions of its class and its own select.
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
          matches(
                  "class " + request.deviceClass().name(),
                  request.deviceClass().selectors(),
                  device)
              && matches("claim " + nameOf(request.claim()), request.wanted().selectors(), device)
              && (!device.slice().perDeviceNodeSelection()
                  || Pools.matches(device.device().nodes(), node));
      request.selectable().put(device, known);
    }
    return known;
  }

  private boolean matches(String who, List<String> selectors, PoolDevice device)
      throws AllocationException {
    for (int i = 0; i < selectors.size(); i++) {
      DeviceExpression expression;
      try {
        expression = expressions.get(selectors.get(i));
      } catch (ExpressionException e) {
        throw error(who, i, "compile", e);
      }
      try {
        if (!expression.matches(device.id().driver(), device.device())) {
          return false;
        }
      } catch (ExpressionException e) {
        throw error(who, i, "runtime", e);
      }
    }
    return true;
  }

  private static AllocationException error(
      String who, int selector, String kind, ExpressionException e) {
    return AllocationException.fatal(
        who + ": selector #" + selector + ": CEL " + kind + " error: " + e.getMessage());
  }

  /** The claim's name as Kubernetes writes it. */
  static String nameOf(ResourceClaim claim) {
    return claim.namespace() + "/" + claim.name();
  }
}
