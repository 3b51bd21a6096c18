package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.validation.DecodingError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The answer of the API server to an object of a set. */
final class ObjectOutcome {
  /** The rule of an answer that depends on webhooks or policies. */
  static final String UNMODELLED = "UnmodelledAdmission";

  private static final int NAMED = 3;

  private ObjectOutcome() {}

  /** Returns the outcome of an object with fields that some versions of Kubernetes don't know. */
  static Outcome ofLaterField(CheckedObject checked, DecodingError error) {
    return unknown(
        checked,
        "UnknownField",
        error.field(),
        "whether " + checked.label() + " is allowed isn't known, since ",
        error.doubts(),
        Unread.NOTHING);
  }

  /** Returns the outcome of an object that is denied, or that may be. */
  static Outcome of(CheckedObject checked, AdmissionReport report) {
    if (!report.isKnown()) {
      return unknown(checked, report.unread());
    }
    PodSpecFields pods =
        PodSpecFields.of(checked, podSpec(checked))
            .orElse(new PodSpecFields(checked, List.of("spec"), NoPods.SPEC));
    return denied(
        checked,
        report.deniedBy().orElse("Denied"),
        new DecidingField(checked, pods).of(report),
        List.of(report.message()));
  }

  private static PodSpec podSpec(CheckedObject checked) {
    return checked.object() instanceof Workload workload && !workload.templates().isEmpty()
        ? workload.templates().get(0).spec()
        : NoPods.SPEC;
  }

  static Outcome denied(
      CheckedObject checked, String rule, List<String> field, List<String> details) {
    return denied(checked, rule, field, checked.label() + " is denied", details);
  }

  /** Returns the outcome of an object that is denied, or whose pods are denied. */
  static Outcome denied(
      CheckedObject checked,
      String rule,
      List<String> field,
      String message,
      List<String> details) {
    ObjectReference affected = checked.object().reference();
    return new Outcome(
        Outcome.Key.of(Effect.Denied, affected, rule),
        1,
        () ->
            new CheckFinding(
                Effect.Denied,
                FindingLevel.error,
                rule,
                affected,
                Optional.of(checked),
                field,
                "",
                0,
                message,
                details,
                List.of(),
                Unread.NOTHING));
  }

  /** Returns whether what sees an object first may change it so that it isn't denied. */
  static boolean mayMend(UnmodelledAdmission seen, AdmissionReport report) {
    return report.reachedValidation() && !seen.mayChange().isEmpty();
  }

  /** Returns the outcome of an object that others may change or deny. */
  static Outcome unmodelled(CheckedObject checked, UnmodelledAdmission seen) {
    return unknown(
        checked,
        UNMODELLED,
        "whether " + checked.label() + " is allowed as it is isn't known, since ",
        seen.sentences(),
        Unread.NOTHING);
  }

  /** Returns the outcome of pods that others may change or deny. */
  static Outcome ofPods(AppliedWorkload workload, UnmodelledAdmission seen) {
    return unknown(
        workload.checked(),
        UNMODELLED,
        "whether the pods of " + workload.checked().label() + " run isn't known, since ",
        seen.sentences(),
        Unread.NOTHING);
  }

  static Outcome unknown(CheckedObject checked, Unread unread) {
    return unknown(
        checked,
        "Unread",
        "whether " + checked.label() + " is allowed isn't known, since ",
        List.of(unread.message()),
        unread);
  }

  /** Returns the outcome of a custom resource whose kind no rule covers. */
  static Outcome ofKind(CheckedObject checked) {
    GroupVersionKind type = checked.object().type();
    return unknown(
        checked,
        "UnmodelledKind",
        "which pods " + checked.label() + " makes isn't known, since ",
        List.of("the kind " + type.kind() + " of " + type.group() + " isn't modelled"),
        Unread.NOTHING);
  }

  /** Returns the outcome of a custom resource with unknown pods. */
  static Outcome ofUnknownPods(CheckedObject checked) {
    return unknown(
        checked,
        "UnknownPods",
        "whether all pods of " + checked.label() + " run isn't known, since ",
        List.of("parameters, conditions or other templates decide on some pods"),
        Unread.NOTHING);
  }

  /** Returns the outcome of pods that all run as far as they were tried. */
  static Outcome untried(CheckedObject checked, int tried, int untried) {
    return unknown(
        checked,
        "Untried",
        "whether all pods of " + checked.label() + " run isn't known, since ",
        List.of("only %d of its %d new pods were tried".formatted(tried, tried + untried)),
        Unread.NOTHING);
  }

  /** Returns the outcome of pods that end otherwise if controllers create pods in another order. */
  static Outcome ofCreationOrder(TriedWorkload tried) {
    int denied = (int) tried.attempts().stream().filter(PodAttempt::isDenied).count();
    int run = (int) tried.attempts().stream().filter(PodAttempt::runs).count();
    int wait = tried.attempts().size() - denied - run;
    return unknown(
        tried.workload().checked(),
        "CreationOrder",
        "whether the pods of " + tried.workload().checked().label() + " run isn't known, since ",
        List.of(
            "controllers create the pods of a set in no fixed order, and other pods may come first",
            "in the order of the set, %d run, %d wait and %d are denied"
                .formatted(run, wait, denied)),
        Unread.NOTHING);
  }

  /** Returns the outcome of a roll-out that ends in one order of its old pods only. */
  static Outcome ofOrder(CheckedObject checked) {
    return ofRollout(checked, "RolloutOrder", "the order in which old pods go is open");
  }

  /**
   * Returns the outcome of a roll-out that other pods may overtake. Pods of other namespaces are
   * counted, and not named.
   */
  static Outcome overtaken(CheckedObject checked, List<Pod> winners) {
    return ofRollout(checked, "WaitingPods", mayTake(checked, winners, "old pods free"));
  }

  /** Returns the outcome of pods that need what deleted pods free, and that others may overtake. */
  static Outcome overtakenAtDeletion(CheckedObject checked, List<Pod> winners) {
    return ofPods(checked, "WaitingPods", mayTake(checked, winners, "deleted pods free"));
  }

  /** Returns the outcome of pods that run only if certain pods of another object are deleted. */
  static Outcome ofDeletionOrder(CheckedObject checked) {
    return ofPods(checked, "DeletionOrder", "which pods the set's controllers delete is open");
  }

  /** Returns the outcome of pods that end otherwise before controllers have deleted pods. */
  static Outcome ofDeletion(CheckedObject checked) {
    return ofPods(
        checked, "DeletedPods", "pods that the set's controllers delete may still be there");
  }

  private static Outcome ofPods(CheckedObject checked, String rule, String why) {
    return unknown(
        checked,
        rule,
        "whether the pods of " + checked.label() + " run isn't known, since ",
        List.of(why),
        Unread.NOTHING);
  }

  /** Names the pods of the same namespace that wait, and counts others. */
  private static String mayTake(CheckedObject checked, List<Pod> winners, String what) {
    String namespace = checked.object().namespace();
    List<String> own =
        winners.stream()
            .filter(p -> p.namespace().equals(namespace))
            .map(p -> "pod " + p.name())
            .distinct()
            .toList();
    int others = (int) winners.stream().filter(p -> !p.namespace().equals(namespace)).count();
    List<String> all = new ArrayList<>(own.subList(0, Math.min(NAMED, own.size())));
    if (own.size() > NAMED) {
      all.add(Counted.of(own.size() - NAMED, "more pod") + " of the namespace");
    }
    if (others > 0) {
      all.add(Counted.of(others, "pod") + (others == 1 ? " of another namespace" : " of others"));
    }
    boolean isOne = own.size() + others == 1;
    return String.join(", ", all) + (isOne ? " waits" : " wait") + " and may take what " + what;
  }

  private static Outcome ofRollout(CheckedObject checked, String rule, String why) {
    return unknown(
        checked,
        rule,
        "whether the roll-out of " + checked.label() + " ends isn't known, since ",
        List.of(why),
        Unread.NOTHING);
  }

  private static Outcome unknown(
      CheckedObject checked, String rule, String message, List<String> why, Unread unread) {
    return unknown(checked, rule, List.of(), message, why, unread);
  }

  private static Outcome unknown(
      CheckedObject checked,
      String rule,
      List<String> field,
      String message,
      List<String> why,
      Unread unread) {
    ObjectReference affected = checked.object().reference();
    return new Outcome(
        Outcome.Key.of(Effect.Unknown, affected, rule),
        1,
        () ->
            new CheckFinding(
                Effect.Unknown,
                FindingLevel.warning,
                rule,
                affected,
                Optional.of(checked),
                field,
                "",
                0,
                message + why.get(0),
                why.subList(1, why.size()),
                List.of(),
                unread));
  }
}
