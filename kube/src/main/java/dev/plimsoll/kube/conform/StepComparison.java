package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * A request that a control plane and the model have answered.
 *
 * @param before the model's cluster before the request
 * @param step the request and the answer of the control plane, in the format of recordings
 * @param outcome the answer of the model
 * @param differences where the two answers differ, half a sentence each; empty if nowhere
 */
public record StepComparison(
    Cluster before, JsonObject step, AdmissionOutcome outcome, List<String> differences) {

  public StepComparison {
    differences = List.copyOf(differences);
  }

  /** Returns why the model can't know the answer; empty if the model knows all that decides. */
  public Optional<String> unknown() {
    return outcome.report().flatMap(this::unknown);
  }

  private Optional<String> unknown(AdmissionReport report) {
    UnmodelledAdmission others = UnmodelledAdmission.of(before, report.request());
    return Stream.of(
            others.mayChange().stream(),
            others.mayDeny().stream(),
            report.isKnown() ? Stream.<String>empty() : Stream.of(report.unread().message()))
        .flatMap(s -> s)
        .findFirst();
  }

  /** Returns the rules that had a part in the answer, as {@link DecidingRule} names rules. */
  public SortedSet<String> rules() {
    return DecidingRule.all(this);
  }

  /** Returns the rule that the difference is about. */
  public String differingRule() {
    return DecidingRule.ofDifference(this);
  }
}
