package dev.plimsoll.advisor.controller;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;

/**
 * Separates changes that a decision may depend on from mere new versions, such as a heartbeat of a
 * node. Policies are compared by their specs elsewhere, since each decision writes their status.
 */
final class RelevantChanges {
  private RelevantChanges() {}

  static boolean any(List<ObjectChange> objectChanges) {
    return objectChanges.stream().anyMatch(RelevantChanges::isRelevant);
  }

  private static boolean isRelevant(ObjectChange objectChange) {
    if (objectChange.before().isEmpty() || objectChange.after().isEmpty()) {
      return objectChange.before().or(objectChange::after).stream()
          .noneMatch(o -> o instanceof Event || o instanceof PolicyObject);
    }
    ApiObject before = objectChange.before().get();
    ApiObject after = objectChange.after().get();
    return !(after instanceof Event)
        && !(after instanceof PolicyObject)
        && !(sameMetadata(before.metadata(), after.metadata()) && sameContent(before, after));
  }

  private static boolean sameMetadata(ObjectMeta one, ObjectMeta other) {
    return one.equals(other.with().resourceVersion(one.resourceVersion()).build());
  }

  private static boolean sameContent(ApiObject one, ApiObject other) {
    if (one instanceof Node before && other instanceof Node after) {
      return before.equals(after.withMetadata(before.metadata()));
    }
    if (one instanceof Pod before && other instanceof Pod after) {
      return before.equals(after.withMetadata(before.metadata()));
    }
    if (one instanceof ResourceQuota before && other instanceof ResourceQuota after) {
      return before.spec().equals(after.spec()) && before.status().equals(after.status());
    }
    if (one instanceof QuotaRequest before && other instanceof QuotaRequest after) {
      return before.hard().equals(after.hard())
          && before.resourceQuota().equals(after.resourceQuota())
          && before.until().equals(after.until());
    }
    if (one instanceof Workload before && other instanceof Workload after) {
      return before.templates().equals(after.templates())
          && before.inactive() == after.inactive()
          && before.waiting() == after.waiting()
          && before.conditions().equals(after.conditions());
    }
    return false;
  }
}
