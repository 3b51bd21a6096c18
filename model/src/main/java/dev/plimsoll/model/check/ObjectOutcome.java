package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.Denial;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Optional;

/** The answer of the API server to an object of a set. */
final class ObjectOutcome {
  private ObjectOutcome() {}

  /** Returns the denial of an object whose namespace doesn't exist. */
  static Outcome withoutNamespace(CheckedObject checked, Denial denial) {
    return denied(checked, "NamespaceNotFound", List.of("metadata", "namespace"), denial.message());
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
        report.message());
  }

  private static PodSpec podSpec(CheckedObject checked) {
    return checked.object() instanceof Workload workload && !workload.templates().isEmpty()
        ? workload.templates().get(0).spec()
        : NoPods.SPEC;
  }

  private static Outcome denied(
      CheckedObject checked, String rule, List<String> field, String message) {
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
                checked.label() + " is denied",
                List.of(message),
                List.of(),
                Unread.NOTHING));
  }

  static Outcome unknown(CheckedObject checked, Unread unread) {
    ObjectReference affected = checked.object().reference();
    return new Outcome(
        Outcome.Key.of(Effect.Unknown, affected, "Unread"),
        1,
        () ->
            new CheckFinding(
                Effect.Unknown,
                FindingLevel.warning,
                "Unread",
                affected,
                Optional.of(checked),
                List.of(),
                "",
                0,
                "whether " + checked.label() + " is allowed isn't known, since " + unread.message(),
                List.of(),
                List.of(),
                unread));
  }
}
