package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The facts on which start estimates depend, and no others.
 *
 * @param simulation the cluster with its admission chain and its scheduler
 * @param scheduler the scheduler of the simulation, by which nodes are searched
 * @param policies the capacity policies in force
 * @param history how long pods ran; the cluster's own pods are added by the caller, see {@link
 *     LifetimeHistory#of(dev.plimsoll.kubernetes.cluster.Cluster, java.util.function.Function)}
 * @param now the instant of the question
 * @param options how it is simulated
 */
public record StartQuestion(
    Simulation simulation,
    Scheduler scheduler,
    List<CapacityPolicy> policies,
    LifetimeHistory history,
    Instant now,
    StartOptions options) {

  public StartQuestion {
    policies = List.copyOf(policies);
  }

  /** Makes a question with the standard options. */
  public static StartQuestion of(
      Simulation simulation,
      Scheduler scheduler,
      Collection<CapacityPolicy> policies,
      LifetimeHistory history,
      Instant now) {
    return new StartQuestion(
        simulation, scheduler, List.copyOf(policies), history, now, StartOptions.STANDARD);
  }

  /** Returns the function from a namespace to its tenant by some policies, else to itself. */
  public static UnaryOperator<String> tenants(
      Cluster cluster, Collection<CapacityPolicy> policies) {
    Map<String, String> known = new ConcurrentHashMap<>();
    return namespace ->
        known.computeIfAbsent(
            namespace,
            n ->
                policies.stream()
                    .flatMap(p -> TenantNamespaces.tenantOf(n, cluster, p).stream())
                    .map(Tenant::name)
                    .findFirst()
                    .orElse(n));
  }

  /** Returns the question with other options. */
  public StartQuestion withOptions(StartOptions other) {
    return new StartQuestion(simulation, scheduler, policies, history, now, other);
  }

  /** Returns the question about a changed cluster. */
  public StartQuestion withSimulation(Simulation other) {
    return new StartQuestion(other, scheduler, policies, history, now, options);
  }
}
