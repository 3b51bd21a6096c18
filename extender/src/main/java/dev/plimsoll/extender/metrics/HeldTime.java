package dev.plimsoll.extender.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The held pods of each namespace and tenant by cause, and how long pods have been held in all. It
 * looks once a second.
 */
public final class HeldTime implements MultiCollector {
  private static final String NAMESPACE = "namespace";
  private static final String POLICY = "policy";
  private static final String TENANT = "tenant";
  private static final String CAUSE = "cause";

  private final Decisions decisions;
  private final Ticker ticker;

  @GuardedBy("this")
  private final HeldTable byNamespace =
      new HeldTable()
          .gauge(
              "plimsoll_namespace_held_pods",
              "Pods held now, by namespace and cause: quota, share or another reason.")
          .counter(
              "plimsoll_namespace_held_seconds",
              "Seconds that pods were held, of all pods together, by namespace and cause."
                  + " The rate is the average number of held pods.");

  @GuardedBy("this")
  private final HeldTable byTenant =
      new HeldTable()
          .gauge("plimsoll_tenant_held_pods", "Pods held now, by policy, tenant and cause.")
          .counter(
              "plimsoll_tenant_held_seconds",
              "Seconds that pods were held, of all pods together, by policy, tenant"
                  + " and cause.");

  @GuardedBy("this")
  private long looked;

  HeldTime(Decisions decisions, Ticker ticker) {
    this.decisions = decisions;
    this.ticker = ticker;
    this.looked = ticker.read();
  }

  /** Creates a sum of zero, before the first look. */
  public static HeldTime of(Decisions decisions) {
    return new HeldTime(decisions, Ticker.SYSTEM);
  }

  /** Starts to look once a second, on a thread of its own. */
  public PeriodicTask start() {
    return PeriodicTask.start("held-time", RunInterval.every(Duration.ofSeconds(1)), this::look);
  }

  /** Looks once; what is held now counts as held since the look before. */
  synchronized void look() {
    long now = ticker.read();
    long since = now - looked;
    looked = now;
    List<HeldPod> held = decisions.held();
    Cluster cluster = decisions.cluster();
    Set<String> namespaces = Set.copyOf(cluster.namespaces());
    byNamespace.look(
        held.stream().map(h -> labels(h, NAMESPACE, h.pod().namespace())).toList(),
        since,
        labels -> namespaces.contains(labels.get(NAMESPACE)));
    List<CapacityPolicy> policies = decisions.policies();
    byTenant.look(
        policies.stream().flatMap(p -> held.stream().flatMap(h -> of(p, h, cluster))).toList(),
        since,
        labels -> policies.stream().anyMatch(p -> names(p, labels)));
  }

  private static Stream<Labels> of(CapacityPolicy policy, HeldPod held, Cluster cluster) {
    return TenantNamespaces.tenantOf(held.pod().namespace(), cluster, policy).stream()
        .map(tenant -> labels(held, POLICY, policy.name(), TENANT, tenant.name()));
  }

  private static Labels labels(HeldPod held, String... whose) {
    return Labels.of(whose).add(CAUSE, held.reason().cause().word());
  }

  private static boolean names(CapacityPolicy policy, Labels labels) {
    return policy.name().equals(labels.get(POLICY))
        && policy.tenants().stream().anyMatch(t -> t.name().equals(labels.get(TENANT)));
  }

  @Override
  public synchronized MetricSnapshots collect() {
    return new MetricSnapshots(
        Stream.of(byNamespace, byTenant).flatMap(t -> t.snapshots().stream()).toList());
  }
}
