package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The cluster says of a pod that it can't be, where the model says that it can.
 *
 * @param recorded what the cluster says
 * @param age whether that still holds
 * @param changed the last change that this depends on, as far as the snapshot shows it
 * @param retry who tries again, and when
 * @param causes what is probably behind it
 */
public record Contradiction(
    Recorded recorded, Age age, Optional<LastChange> changed, Retry retry, String causes) {

  private static final String UNKNOWN_CAUSES =
      "a webhook, an admission policy, a rule that is not modelled, or a change since then that the"
          + " snapshot does not show";

  /** Whether a record is older than a change of what it depends on. */
  public enum Age {
    /** The record is newer than all known changes, so it is the answer. */
    CURRENT,
    /** A fact behind the record has changed since, and the component hasn't tried again yet. */
    OUTDATED,
    /** Something has changed since, or it has no time, and what it depends on isn't known. */
    UNKNOWN
  }

  /**
   * Returns the scheduler's record of a pod without a node, if there is any.
   *
   * @param ofCapacity what {@link LastChange#ofCapacity} returns
   */
  public static Optional<Contradiction> ofPlacement(
      Cluster cluster, Pod pod, Supplier<Optional<LastChange>> ofCapacity) {
    return ClusterRecord.ofScheduling(cluster, pod)
        .map(
            r -> {
              Optional<LastChange> changed =
                  LastChange.last(
                      Stream.concat(LastChange.ofPod(cluster, pod), ofCapacity.get().stream()));
              return new Contradiction(
                  r,
                  age(r, changed, true),
                  changed,
                  Retry.ofPlacement(),
                  SchedulerPlugin.of(r.message())
                      .map(p -> p.sentence() + "; the model doesn't know that plug-in's rules")
                      .orElse(
                          "another configuration of the scheduler, a rule that is not modelled, or"
                              + " a later change that the snapshot does not show"));
            });
  }

  /** Returns the creator's record of its missing pods, if there is any. */
  public static Optional<Contradiction> ofCreation(Cluster cluster, Workload creator) {
    return ClusterRecord.ofCreation(cluster, creator).map(r -> ofCreation(cluster, creator, r));
  }

  private static Contradiction ofCreation(Cluster cluster, Workload creator, Recorded said) {
    Optional<Denier> denier = Denier.of(said.message());
    String causes =
        denier
            .filter(d -> !d.isModelled())
            .map(Denier::how)
            .orElseGet(() -> denier.map(d -> d.how() + "; ").orElse("") + UNKNOWN_CAUSES);
    Retry retry = Retry.ofCreation(cluster, creator);
    NamedRule named = NamedRule.of(cluster, creator.namespace(), said.message());
    boolean isModelled = denier.filter(Denier::isModelled).isPresent();
    Optional<LastChange> changed =
        denier
            .filter(Denier::isModelled)
            .map(
                d ->
                    named == NamedRule.UNCHANGED
                        ? LastChange.besidesQuotas(cluster, creator)
                        : LastChange.ofAdmission(cluster, creator, d))
            .orElseGet(() -> LastChange.ofAdmission(cluster, creator));
    Age age = named == NamedRule.CHANGED ? Age.OUTDATED : age(said, changed, isModelled);
    if (age == Age.OUTDATED) {
      changed = changed.filter(c -> !isNewer(said, c));
    }
    return new Contradiction(said, age, changed, retry, causes);
  }

  private static Age age(Recorded said, Optional<LastChange> changed, boolean isDecisive) {
    if (said.time().isEmpty()) {
      return Age.UNKNOWN;
    }
    if (changed.map(c -> isNewer(said, c)).orElse(true)) {
      return Age.CURRENT;
    }
    return isDecisive ? Age.OUTDATED : Age.UNKNOWN;
  }

  private static boolean isNewer(Recorded said, LastChange changed) {
    return said.time().filter(changed.time()::isBefore).isPresent();
  }

  /** Returns the denier, if the record's words tell. */
  public Optional<Denier> denier() {
    return Denier.of(recorded.message());
  }

  /**
   * Returns whether the record is the answer even if the model lacks data, because the model
   * doesn't know the denier's rules.
   */
  public boolean standsAlone() {
    return isCurrent() && denier().filter(r -> !r.isModelled()).isPresent();
  }

  /**
   * Returns whether the cluster's word is newer than all that is known to have changed since, so
   * that it is the answer.
   */
  public boolean isCurrent() {
    return age == Age.CURRENT;
  }

  /** Returns whether pods only wait until the failed component tries again. */
  public boolean isOutdated() {
    return age == Age.OUTDATED;
  }

  /** Returns the latest time of the failed component's next attempt, if known. */
  public Optional<Instant> retryBy(Instant asOf) {
    return retry.longest().map(changed.map(LastChange::time).orElse(asOf)::plus);
  }

  /**
   * Returns the change that removed the cause, and the time of the last attempt, as the rest of a
   * sentence.
   */
  public String since() {
    return changed
            .map(c -> c.what() + " changed at " + c.time())
            .orElse("what denied them has changed")
        + recorded.time().map(t -> ", and the last attempt was at " + t).orElse("");
  }

  /** Returns when the next attempt is made, as a sentence without its start. */
  public String next(Instant asOf) {
    Optional<Instant> by = retryBy(asOf);
    if (by.isEmpty()) {
      return "when it tries again isn't known";
    }
    return by.get().isBefore(asOf)
        ? "it should have tried again by "
            + by.get()
            + ": it doesn't run, or what it needs is there only since a change that left no time"
        : "it tries again by " + by.get() + " at the latest";
  }

  /** Returns that the failed component has yet to try again, and by when, in a sentence. */
  public String awaited(Instant asOf) {
    return retry.controller() + " has yet to try again: " + next(asOf);
  }

  /** Returns both texts, and what is probably behind it, a sentence each. */
  public List<String> notes(String predicted, Instant asOf) {
    List<String> notes = new ArrayList<>();
    String said =
        recorded.reason()
            + recorded.time().map(t -> " at " + t).orElse("")
            + ": \""
            + recorded.message()
            + "\"";
    switch (age) {
      case CURRENT -> {
        notes.add("the cluster says otherwise than the model: " + said);
        notes.add("the model says that it " + predicted);
        notes.add("probable cause: " + causes);
      }
      case OUTDATED -> {
        notes.add(retry.controller() + " has yet to try again: " + since());
        notes.add(next(asOf));
        notes.add("what it said last is older: " + said);
      }
      case UNKNOWN -> {
        notes.add("the cluster said otherwise than the model: " + said);
        notes.add(
            "whether that is outdated isn't known: "
                + (recorded.time().isEmpty()
                    ? "it has no time"
                    : "what it depends on changed at " + changed.orElseThrow().time()));
      }
    }
    return notes;
  }
}
