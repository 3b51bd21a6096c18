package dev.plimsoll.kube.policy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.PolicyObject;

/** Reads what capacity policies of a cluster say. */
public final class PolicySpecs {
  private PolicySpecs() {}

  /** Returns a policy with what it says, if that is valid; any other object as it is. */
  public static ApiObject read(ApiObject object, JsonTree json) {
    if (!(object instanceof PolicyObject policy)) {
      return object;
    }
    try {
      return policy.withSpec(
          PublishedAccounts.read(
              PolicyFile.of(json.toJson(), "CapacityPolicy " + policy.name()).policy(), json));
    } catch (InputException e) {
      return policy;
    }
  }
}
