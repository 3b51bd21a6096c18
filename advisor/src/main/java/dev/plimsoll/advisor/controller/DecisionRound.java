package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.ControllerMetrics.Result;
import dev.plimsoll.advisor.live.StoredPolicies;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.live.WrittenQuotas;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.FencedException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.report.DefectLog;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides each policy in turn on one snapshot of the cluster, and counts what became of each. Later
 * policies see the quotas that earlier ones wrote.
 */
final class DecisionRound {
  private final Connection connection;
  private final AdvisorController.Inputs inputs;
  private final AdviceRun run;
  private final ControllerClock clock;
  private final ControllerMetrics metrics;
  private final DecisionLog log;
  private final DefectLog defects =
      new DefectLog(System.getLogger(AdvisorController.class.getName()));

  DecisionRound(
      Connection connection,
      AdvisorController.Inputs inputs,
      AdviceRun run,
      ControllerClock clock,
      ControllerMetrics metrics,
      DecisionLog log) {
    this.connection = connection;
    this.inputs = inputs;
    this.run = run;
    this.clock = clock;
    this.metrics = metrics;
    this.log = log;
  }

  /**
   * Decides all policies. An invalid policy is reported once the others are decided.
   *
   * @return the time until the next round at the latest; empty if the lease was lost meanwhile
   * @throws InputException if a policy is invalid; it has the errors of all policies
   * @throws UnreachableException if the cluster doesn't answer; the other policies aren't decided
   */
  Optional<Duration> decide(Cluster cluster) {
    Policies policies = policies();
    Set<String> applied = new TreeSet<>();
    List<Duration> intervals = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    WrittenQuotas written = new WrittenQuotas(connection);
    Cluster current = cluster;
    List<ResourceQuotaProposal> before = List.of();
    try {
      for (Optional<JsonObject> each : policies.passes()) {
        String name = each.map(DecisionRound::name).orElse("");
        each.ifPresent(p -> applied.add(name));
        try {
          current = written.in(current, before);
          Decided decided = decide(current, policies.stored(), each);
          applied.add(decided.policy().name());
          intervals.add(decided.policy().interval());
          before = decided.quotas();
        } catch (InputException e) {
          metrics.ended(name, Result.FAILED);
          errors.addAll(e.sentences());
        } catch (UnreachableException e) {
          metrics.ended(name, Result.FAILED);
          throw e;
        } catch (FencedException e) {
          metrics.ended(name, Result.FENCED);
          log.note(String.valueOf(e.getMessage()));
          return Optional.empty();
        }
      }
    } finally {
      log.ended();
    }
    if (!applied.isEmpty()) {
      metrics.retain(applied);
    }
    if (!errors.isEmpty()) {
      throw new InputException(errors);
    }
    return Optional.of(Collections.min(intervals));
  }

  /**
   * The policies of a round.
   *
   * @param stored the policies that the cluster has
   * @param passes the policies to decide; empty for a policy that the cluster doesn't have
   */
  private record Policies(List<JsonObject> stored, List<Optional<JsonObject>> passes) {}

  private Policies policies() {
    try {
      List<JsonObject> stored = StoredPolicies.list(connection);
      List<JsonObject> chosen = inputs.policies().chosen(stored);
      return new Policies(
          stored,
          chosen.isEmpty()
              ? List.of(Optional.empty())
              : chosen.stream().map(Optional::of).toList());
    } catch (InputException | UnreachableException e) {
      metrics.ended("", Result.FAILED);
      throw e;
    }
  }

  /**
   * A policy that was decided.
   *
   * @param quotas the quotas that it may have written
   */
  private record Decided(CapacityPolicy policy, List<ResourceQuotaProposal> quotas) {}

  private Decided decide(Cluster cluster, List<JsonObject> stored, Optional<JsonObject> chosen) {
    long began = System.nanoTime();
    CapacityPolicy policy = policy(chosen, cluster);
    DecidedAdvice decided =
        run.decide(
            inputs.simulation().apply(cluster),
            policy,
            stored,
            inputs.history().read(cluster, policy, log::note),
            inputs.state().of(chosen, connection),
            Optional.of(connection));
    defects.log(decided.advice().unexamined());
    List<WriteOutcome> writeOutcomes = run.carryOut(decided, chosen, connection, cluster.asOf());
    log.decided(policy.name(), writeOutcomes);
    metrics.carriedOut(
        decided.advice(), writeOutcomes, clock.now(), Duration.ofNanos(System.nanoTime() - began));
    return new Decided(policy, WrittenQuotas.of(decided.advice(), writeOutcomes));
  }

  private CapacityPolicy policy(Optional<JsonObject> chosen, Cluster cluster) {
    try {
      return inputs.policies().read(chosen, cluster, log::note);
    } catch (InputException e) {
      chosen.ifPresent(
          p ->
              log.decided(
                  name(p),
                  run.reportInvalidPolicy(
                      p, String.valueOf(e.getMessage()), connection, cluster.asOf())));
      throw e;
    }
  }

  private static String name(JsonObject policy) {
    return policy.getAsJsonObject("metadata").get("name").getAsString();
  }
}
