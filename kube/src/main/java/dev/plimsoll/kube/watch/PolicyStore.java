package dev.plimsoll.kube.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.policy.PublishedAccounts;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cluster's capacity policies. An invalid one is logged once, and shares follow its last valid
 * version.
 */
final class PolicyStore implements ChangeListener {
  private static final System.Logger LOG = System.getLogger(PolicyStore.class.getName());

  @GuardedBy("this")
  private final Map<String, CapacityPolicy> byUid = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, String> told = new HashMap<>();

  @GuardedBy("this")
  private final SortedMap<String, String> uids = new TreeMap<>();

  /**
   * Reads what a policy says, before it shows in the snapshot; returns whether that can be read.
   */
  synchronized boolean read(PolicyObject policy, JsonTree json) {
    String uid = policy.metadata().uid();
    try {
      CapacityPolicy agreed =
          PolicyFile.of(json.toJson(), "CapacityPolicy " + policy.name()).policy();
      CapacityPolicy read = PublishedAccounts.read(agreed, json);
      Optional<CapacityPolicy> before = Optional.ofNullable(byUid.put(uid, read));
      if (isWithoutAccounts(read) && before.filter(PolicyStore::isWithoutAccounts).isEmpty()) {
        LOG.log(
            System.Logger.Level.INFO,
            "CapacityPolicy {0}: status.shares has no accounts yet, so shares and turns go by"
                + " weights alone. An advisor with --post publishes the accounts.",
            policy.name());
      }
      told.remove(uid);
      return true;
    } catch (InputException e) {
      String errors = String.valueOf(e.getMessage()).replace('\n', ' ');
      if (!errors.equals(told.put(uid, errors))) {
        LOG.log(
            System.Logger.Level.WARNING,
            byUid.containsKey(uid)
                ? "{0} Until that is fixed, shares follow the last valid version, and the advisor"
                    + " changes no quota by the policy."
                : "{0} Until that is fixed, no share follows the policy, and the advisor changes"
                    + " no quota by it.",
            errors);
      }
      return false;
    }
  }

  private static boolean isWithoutAccounts(CapacityPolicy policy) {
    return policy.division().leaning().filter(h -> h.published().isEmpty()).isPresent();
  }

  @Override
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    for (ObjectChange objectChange : objectChanges) {
      if (objectChange.before().orElse(null) instanceof PolicyObject policy) {
        uids.remove(policy.name());
        if (objectChange.after().isEmpty()) {
          byUid.remove(policy.metadata().uid());
          told.remove(policy.metadata().uid());
        }
      }
      if (objectChange.after().orElse(null) instanceof PolicyObject policy) {
        uids.put(policy.name(), policy.metadata().uid());
      }
    }
  }

  /** Returns whether of each some valid version is known. */
  synchronized boolean areAllKnown() {
    return byUid.keySet().containsAll(told.keySet());
  }

  /** Returns the policies by their names. */
  synchronized List<CapacityPolicy> all() {
    List<CapacityPolicy> all = new ArrayList<>();
    for (String uid : uids.values()) {
      CapacityPolicy policy = byUid.get(uid);
      if (policy != null) {
        all.add(policy);
      }
    }
    return List.copyOf(all);
  }
}
