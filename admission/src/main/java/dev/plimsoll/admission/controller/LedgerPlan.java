package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.LedgerName;
import dev.plimsoll.admission.review.NamespaceLedgers;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Which ledgers there should be, as follows from the cluster; worked out when it has changed. */
public final class LedgerPlan implements NamespaceLedgers, ChangeListener {
  private final Supplier<Cluster> cluster;
  private final Supplier<List<CapacityPolicy>> policies;
  private final AtomicLong changes = new AtomicLong();
  private volatile Optional<Known> latest = Optional.empty();

  /** The plan after a number of changes. */
  private record Known(long changes, Planned planned) {}

  /**
   * The quotas that have ledgers.
   *
   * @param byName by the names of the ledgers
   * @param deciding the names of those by which requests in a namespace are decided
   * @param counting the names of those that count objects of a namespace
   */
  record Planned(
      SortedMap<String, EnforcedQuota> byName,
      Map<String, SortedSet<String>> deciding,
      Map<String, SortedSet<String>> counting) {

    static Planned of(EnforcedQuotas quotas) {
      SortedMap<String, EnforcedQuota> byName = new TreeMap<>();
      Map<String, SortedSet<String>> deciding = new HashMap<>();
      Map<String, SortedSet<String>> counting = new HashMap<>();
      for (EnforcedQuota quota : quotas.denying()) {
        String name = LedgerName.of(quota.origin());
        byName.put(name, quota);
        quota.namespaces().forEach(n -> add(counting, n, name));
        quota.judged().forEach(n -> add(deciding, n, name));
      }
      return new Planned(
          Collections.unmodifiableSortedMap(byName), Map.copyOf(deciding), Map.copyOf(counting));
    }

    /** Returns whether the quotas are equal, apart from their versions. */
    boolean isSame(Planned other) {
      return unversioned().equals(other.unversioned());
    }

    private Map<String, EnforcedQuota> unversioned() {
      Map<String, EnforcedQuota> quotas = new HashMap<>();
      byName.forEach((name, q) -> quotas.put(name, q.withHard(q.spec().hard(), "")));
      return quotas;
    }

    private static void add(Map<String, SortedSet<String>> names, String namespace, String name) {
      names.computeIfAbsent(namespace, n -> new TreeSet<>()).add(name);
    }
  }

  /**
   * Makes the plan of a cluster.
   *
   * @param cluster the cluster as it is now
   * @param policies its policies
   */
  public LedgerPlan(Supplier<Cluster> cluster, Supplier<List<CapacityPolicy>> policies) {
    this.cluster = cluster;
    this.policies = policies;
  }

  /** Returns the quotas that have ledgers; the same object as long as nothing has changed. */
  Planned planned() {
    return known().orElseGet(this::work);
  }

  private Optional<Planned> known() {
    return latest.filter(k -> k.changes() == changes.get()).map(Known::planned);
  }

  private synchronized Planned work() {
    long before = changes.get();
    return known()
        .orElseGet(
            () -> {
              Planned planned = Planned.of(EnforcedQuotas.of(cluster.get(), policies.get()));
              latest = Optional.of(new Known(before, planned));
              return planned;
            });
  }

  /** Marks the plan outdated: shares depend on the requests of pods, too. */
  void refresh() {
    long unused = changes.incrementAndGet();
  }

  @Override
  public SortedSet<String> of(String namespace) {
    return Collections.unmodifiableSortedSet(
        planned().deciding().getOrDefault(namespace, new TreeSet<>()));
  }

  @Override
  public boolean isAudited(String namespace) {
    return cluster
        .get()
        .find(Namespace.class, "", namespace)
        .filter(QuotaLedgerAdmission::isAudited)
        .isPresent();
  }

  @Override
  public Optional<EnforcedQuota> quota(String ledger) {
    return Optional.ofNullable(planned().byName().get(ledger));
  }

  @Override
  public void changed(List<ObjectChange> objectChanges, Cluster now) {
    if (objectChanges.stream().anyMatch(LedgerPlan::matters)) {
      changes.incrementAndGet();
    }
  }

  private static boolean matters(ObjectChange change) {
    Optional<ApiObject> before = change.before();
    Optional<ApiObject> after = change.after();
    ApiObject any = after.or(() -> before).orElseThrow();
    if (before.isPresent() && after.isPresent() && isSame(before.get(), after.get())) {
      return false;
    }
    return any instanceof Namespace
        || any instanceof ResourceQuota
        || any instanceof ClusterResourceQuota
        || any instanceof PolicyObject
        || any instanceof Node;
  }

  private static boolean isSame(ApiObject before, ApiObject after) {
    if (before instanceof ResourceQuota one && after instanceof ResourceQuota other) {
      return one.spec().equals(other.spec()) && one.status().hard().equals(other.status().hard());
    }
    if (before instanceof ClusterResourceQuota one && after instanceof ClusterResourceQuota other) {
      return one.quota().equals(other.quota()) && one.total().hard().equals(other.total().hard());
    }
    return false;
  }
}
