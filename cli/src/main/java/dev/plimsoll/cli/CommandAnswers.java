package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.console.AdviceSource;
import dev.plimsoll.console.tool.ToolSources;
import dev.plimsoll.kube.check.CheckReportJson;
import dev.plimsoll.kube.file.ApplyMode;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.report.FitReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.PodFit;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The answers of commands for agents. None reads a file that an agent names. */
final class CommandAnswers implements ToolSources {
  private static final String MANIFEST = "the manifest";

  private final Function<Collection<ApiObject>, Map<ServedFields.Key, Map<String, Object>>> stored;

  /** Makes answers that don't know all fields of stored objects. */
  CommandAnswers() {
    this(objects -> Map.of());
  }

  /**
   * Makes answers for a user who may read a whole cluster.
   *
   * @param stored reads objects of the cluster with all their fields
   */
  CommandAnswers(
      Function<Collection<ApiObject>, Map<ServedFields.Key, Map<String, Object>>> stored) {
    this.stored = stored;
  }

  @Override
  public Explanation explain(
      Simulation simulation, PodHolds holds, String subject, Optional<String> namespace) {
    return Lookup.explain(simulation, holds, subject, namespace);
  }

  @Override
  public JsonObject fit(Simulation simulation, PodHolds holds, FitQuestion question) {
    byte[] yaml = question.manifest().getBytes(StandardCharsets.UTF_8);
    Subjects subjects =
        new Subjects(
            Path.of(MANIFEST), Manifests.readInFull(new ByteArrayInputStream(yaml), MANIFEST));
    Optional<String> unused = subjects.namespace(question.namespace());
    Subjects placed = subjects.orIn(question.namespace());
    Pod pod = placed.pod();
    PodFit podFit = PodFit.of(simulation, pod, question.replicas());
    return ShareFit.of(holds, pod, podFit)
        .in(FitReport.of(pod, podFit, placed.in(simulation.cluster())));
  }

  @Override
  public List<Pod> startingPods(Simulation simulation, String object, Optional<String> namespace) {
    return WhenCommand.pods(simulation, object, namespace);
  }

  @Override
  public JsonObject check(
      Simulation simulation, Collection<CapacityPolicy> policies, CheckQuestion question) {
    Cluster read = simulation.cluster();
    CheckInput head = CheckInput.read(question.manifests(), "manifests", question.namespace());
    Optional<CheckInput> base =
        question.base().map(b -> CheckInput.read(b, "base", question.namespace()));
    CheckInput patching = head.patching(read, stored, ApplyMode.AS_BEFORE, base);
    Optional<CheckInput> before =
        base.map(b -> b.patching(read, stored, ApplyMode.AS_BEFORE, base));
    Map<String, CapacityPolicy> inForce = new LinkedHashMap<>();
    policies.forEach(p -> inForce.put(p.name(), p));
    for (JsonObject own : head.policies()) {
      CapacityPolicy policy = PolicyFile.of(own, "the manifest's CapacityPolicy").policy();
      inForce.put(policy.name(), policy);
    }
    return CheckReportJson.of(
        patching.report(
            simulation,
            before,
            cluster -> PolicyHolds.of(cluster, inForce.values(), DefaultPlugins.scheduler())));
  }

  @Override
  public List<Change> changes(List<String> words, Cluster cluster) {
    return new RequestedChanges().read(words, cluster);
  }

  @Override
  public List<JsonObject> advise(Cluster cluster, Collection<CapacityPolicy> policies) {
    return new ComputedAdvice()
        .advise(cluster, policies).stream().map(AdviceSource.PolicyAdvice::report).toList();
  }
}
