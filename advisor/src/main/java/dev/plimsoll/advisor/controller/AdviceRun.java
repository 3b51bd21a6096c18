package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.MadeChanges;
import dev.plimsoll.advisor.live.NamespaceOwners;
import dev.plimsoll.advisor.live.PolicyStatusWriter;
import dev.plimsoll.advisor.live.QuotaApplier;
import dev.plimsoll.advisor.live.QuotaRequestStatusWriter;
import dev.plimsoll.advisor.live.RecommendationPublisher;
import dev.plimsoll.advisor.live.RequestOwners;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.advisor.recommend.RequiredResources;
import dev.plimsoll.advisor.state.StateJson;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A run of the advisor, for the command and the controller alike. It reads the state, decides,
 * applies and publishes quotas, and writes the state.
 */
public final class AdviceRun {
  private final RunOptions options;
  private final MadeChanges made = new MadeChanges();

  /** Makes a run, which may be repeated. */
  public AdviceRun(RunOptions options) {
    this.options = options;
  }

  /**
   * Decides; nothing is written. If the run changes quotas, it tries the changes by dry runs.
   * Quotas that can't be changed stay, and what they leave is divided among the others.
   *
   * @param stored the policies that the cluster has
   * @param connection the cluster, if the run may change quotas there
   * @throws dev.plimsoll.kube.InputException if no nodes were read
   */
  public DecidedAdvice decide(
      Simulation simulation,
      CapacityPolicy policy,
      List<JsonObject> stored,
      UsageHistory usageHistory,
      StateStore stateStore,
      Optional<Connection> connection) {
    RequiredResources.requireNodes(simulation.cluster(), policy);
    StoredState before = stateStore.read();
    List<String> notes = new ArrayList<>();
    State state = state(before, notes);
    NamespaceOwners owners = NamespaceOwners.of(stored, policy, simulation.cluster());
    boolean accepts = options.acceptsLosses();
    FeasibleAdvice feasible =
        FeasibleAdvice.of(
            fixed -> Advisor.advise(simulation, policy, usageHistory, state, accepts, fixed),
            advice ->
                connection
                    .filter(c -> options.applies(advice))
                    .map(
                        c ->
                            new QuotaApplier(
                                c, simulation.cluster().asOf(), options.overrides(), made))
                    .map(applier -> applier.declined(advice, owners))
                    .orElseGet(TreeMap::new));
    Advice advice = feasible.advice();
    owners.notes().forEach(n -> notes.add(n.message()));
    notes.addAll(advice.notes());
    return new DecidedAdvice(
        advice.withNotes(notes).withPlan(advice.plan().withNotes(owners.notes())),
        feasible.declined(),
        owners,
        RequestOwners.decided(stored, policy, simulation.cluster()),
        stateStore,
        before,
        StateJson.write(advice.plan().state()));
  }

  /** Returns the state, and says what is wrong with it if it can't be used: then none is. */
  private static State state(StoredState before, List<String> notes) {
    try {
      return StateJson.read(before.state());
    } catch (StateJson.InvalidStateException e) {
      notes.add(
          "the state of former decisions is not used, since "
              + e.getMessage()
              + "; this is the first decision of a new one");
      return State.NONE;
    }
  }

  /**
   * Applies and publishes as the options say, then keeps the state.
   *
   * @param policy the cluster's policy that was followed, if it was one of the cluster
   * @param now the time to note down
   * @return what became of each object
   * @throws UnreachableException if the cluster can't be reached any more; it says what was done
   */
  public List<WriteOutcome> carryOut(
      DecidedAdvice decided, Optional<JsonObject> policy, Connection connection, Instant now) {
    Advice advice = decided.advice();
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    if (options.applies(advice)) {
      writeOutcomes.addAll(
          new QuotaApplier(connection, now, options.overrides(), made)
              .apply(advice, decided.owners(), decided.declined()));
    }
    try {
      if (options.post()) {
        writeOutcomes.addAll(
            new RecommendationPublisher(connection, now)
                .post(advice, decided.owners(), writeOutcomes, options.reportNamespace()));
        policy
            .map(
                p ->
                    new PolicyStatusWriter(connection, now)
                        .publishReady(p, advice.shares(), advice.plan()))
            .ifPresent(writeOutcomes::add);
        writeOutcomes.addAll(
            new QuotaRequestStatusWriter(connection, now).publish(decided.requests()));
      }
      keep(decided).ifPresent(writeOutcomes::add);
    } catch (UnreachableException e) {
      throw new UnreachableException(e.getMessage() + doneBefore(writeOutcomes));
    }
    return List.copyOf(writeOutcomes);
  }

  private static String doneBefore(List<WriteOutcome> writeOutcomes) {
    List<String> done =
        writeOutcomes.stream()
            .filter(o -> o.result() == Result.DONE)
            .map(WriteOutcome::toString)
            .toList();
    return done.isEmpty() ? "" : " Done before that: " + String.join("; ", done) + ".";
  }

  /** Writes the state, and returns what is wrong if somebody else has. */
  private static Optional<WriteOutcome> keep(DecidedAdvice decided) {
    return decided.keep()
        ? Optional.empty()
        : Optional.of(
            new WriteOutcome(
                "the advisor's state",
                Result.CONFLICT,
                "conflict: written by another run; left unchanged"));
  }

  /** Notes at a policy of the cluster why it can't be followed, if anything is to be posted. */
  public List<WriteOutcome> reportInvalidPolicy(
      JsonObject policy, String reason, Connection connection, Instant now) {
    return options.post()
        ? List.of(new PolicyStatusWriter(connection, now).publishNotReady(policy, reason))
        : List.of();
  }

  /** Returns the options of the run. */
  public RunOptions options() {
    return options;
  }
}
