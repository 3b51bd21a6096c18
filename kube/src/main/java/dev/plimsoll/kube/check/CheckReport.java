package dev.plimsoll.kube.check;

import dev.plimsoll.kube.file.AppliedFields;
import dev.plimsoll.kube.file.FileLocation;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.check.CheckFinding;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.FieldPath;
import dev.plimsoll.model.check.FindingLevel;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.patch.KubectlCommand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The answer about a set of manifests.
 *
 * @param findings what applying it does, the worst first
 * @param better what the change mends
 * @param objects how many objects the set has
 * @param pods how many pods were tried
 * @param placed how many of them get a node
 * @param asOf when the cluster was read
 * @param unknown what isn't known, a sentence each
 * @param omissions what was not read of the cluster, or isn't known about it, a sentence each
 * @param unread what was not read and would be needed
 * @param compared whether the set was compared with a base
 */
public record CheckReport(
    List<ReportedFinding> findings,
    List<ReportedFinding> better,
    int objects,
    int pods,
    int placed,
    Instant asOf,
    List<String> unknown,
    List<String> omissions,
    Unread unread,
    boolean compared) {
  private static final int REMEDIES = 4;

  public CheckReport {
    findings = List.copyOf(findings);
    better = List.copyOf(better);
    unknown = List.copyOf(unknown);
    omissions = List.copyOf(omissions);
  }

  /**
   * Returns the report.
   *
   * @param set the objects with their places
   * @param cluster the cluster as it was read
   */
  public static CheckReport of(
      CheckResult result, Collection<SourcedObject> set, Cluster cluster, boolean compared) {
    List<String> unknown = new ArrayList<>();
    if (!result.unread().isEmpty()) {
      unknown.add("not all that could show a finding is known, since " + result.unread().message());
    }
    if (cluster.partlyRead().contains(PolicyObject.RESOURCE)) {
      unknown.add("shares of tenants are not known, since capacity policies were not read");
    }
    result.unexamined().stream().map(Unexamined::message).forEach(unknown::add);
    return new CheckReport(
        result.findings().stream().map(f -> reported(f, set)).toList(),
        result.better().stream().map(f -> reported(f, set)).toList(),
        result.objects(),
        result.pods(),
        result.placed(),
        cluster.asOf(),
        unknown,
        Stream.of(
                cluster.omissions().stream(),
                UnmodelledAdmission.unlisted(cluster).stream(),
                AppliedFields.notKnown(set, cluster).stream())
            .flatMap(o -> o)
            .toList(),
        result.unread(),
        compared);
  }

  /** Returns whether everything is known that could be a finding. */
  public boolean isKnown() {
    return unknown.isEmpty() && findings.stream().allMatch(ReportedFinding::isKnown);
  }

  /** Returns how many findings have a level. */
  public long count(FindingLevel level) {
    return findings.stream().filter(f -> f.level() == level).count();
  }

  private static ReportedFinding reported(CheckFinding finding, Collection<SourcedObject> set) {
    Optional<FileLocation> position =
        finding
            .at()
            .flatMap(at -> set.stream().filter(s -> s.object() == at.object()).findFirst())
            .map(s -> s.position(finding.field()));
    return new ReportedFinding(
        finding.effect(),
        finding.level(),
        finding.rule(),
        label(finding),
        position,
        FieldPath.text(finding.field()),
        finding.pods(),
        finding.message(),
        finding.details(),
        finding.remedies().stream()
            .map(r -> remedy(r, set))
            .sorted(Comparator.comparing(r -> !r.isAuthors()))
            .limit(REMEDIES)
            .toList());
  }

  private static String label(CheckFinding finding) {
    String namespace = finding.affected().namespace();
    String kind = finding.affected().kind().toLowerCase(Locale.ROOT);
    String name = finding.affected().name();
    return (namespace.isEmpty() ? "" : namespace + "/")
        + (name.isEmpty() ? kind : kind + "/" + name);
  }

  private static ReportedRemedy remedy(Remedy remedy, Collection<SourcedObject> set) {
    List<ManifestEdit> edits = new ArrayList<>();
    boolean isAuthors = !remedy.commands().isEmpty();
    for (KubectlCommand command : remedy.commands()) {
      Optional<SourcedObject> object =
          command instanceof KubectlCommand.Patch patch
              ? set.stream().filter(s -> patch.patch().isOf(s.object())).findFirst()
              : Optional.empty();
      if (object.isPresent() && command instanceof KubectlCommand.Patch patch) {
        edits.addAll(ManifestEdit.of(patch.patch(), object.get()));
      } else {
        isAuthors = false;
      }
    }
    return isAuthors
        ? new ReportedRemedy(remedy.action(), remedy.result(), edits, List.of(), List.of())
        : new ReportedRemedy(
            remedy.action(),
            remedy.result(),
            List.of(),
            whom(remedy),
            remedy.commands().stream().map(KubectlCommand::text).toList());
  }

  private static List<String> whom(Remedy remedy) {
    List<String> whom = new ArrayList<>();
    if (remedy.who().contains(Actor.ADMIN)) {
      whom.add("a cluster administrator");
    }
    if (remedy.who().contains(Actor.TENANT)) {
      whom.add("the owners of the objects that change");
    }
    whom.addAll(remedy.costs());
    return whom;
  }
}
