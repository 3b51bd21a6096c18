package dev.plimsoll.kube;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Replays what kube-scheduler did with the pods of one cluster: created one after the other, one
 * that was placed stays where it was placed.
 */
final class SchedulingConformance {
  private static final Scheduler SCHEDULER = DefaultPlugins.scheduler();

  private final List<String> differences = new ArrayList<>();
  private Cluster cluster;

  private SchedulingConformance(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Returns where the model differs from a recording, a sentence each. */
  static List<String> differences(JsonObject recorded) {
    return differences(recorded, (cluster, step) -> {});
  }

  /**
   * Returns the differences, and passes on each step with the cluster before it.
   *
   * @param before takes the cluster and the step
   */
  static List<String> differences(JsonObject recorded, BiConsumer<Cluster, JsonObject> before) {
    ClusterBuilder builder =
        RecordedNamespace.withClasses(RecordedVectors.controlPlane(recorded)).complete();
    if (recorded.has("objects")) {
      for (JsonElement object : recorded.getAsJsonArray("objects")) {
        builder.add(ObjectReader.read(JsonTree.of(object.getAsJsonObject())));
      }
    }
    for (JsonElement namespace : recorded.getAsJsonArray("namespaces")) {
      builder.add(ObjectReader.read(JsonTree.of(namespace.getAsJsonObject()), Namespace.TYPE));
    }
    for (JsonElement node : recorded.getAsJsonArray("nodes")) {
      builder.add(ObjectReader.read(JsonTree.of(node.getAsJsonObject()), Node.TYPE));
    }
    SchedulingConformance replay = new SchedulingConformance(builder.build());
    for (JsonElement pod : recorded.getAsJsonArray("bound")) {
      AdmissionReport stored = replay.create(pod.getAsJsonObject());
      if (!stored.allowed()) {
        replay.differ(pod.getAsJsonObject(), "was stored", "refused: " + stored.message());
      }
      replay.cluster = stored.cluster();
      replay.keepStatus(pod.getAsJsonObject());
    }
    for (JsonElement step : recorded.getAsJsonArray("pending")) {
      before.accept(replay.cluster, step.getAsJsonObject());
      replay.step(step.getAsJsonObject());
    }
    return replay.differences;
  }

  private AdmissionReport create(JsonObject pod) {
    return AdmissionChain.standard()
        .admit(cluster, AdmissionRequest.create(ObjectReader.read(JsonTree.of(pod), Pod.TYPE)));
  }

  /** What a pod has become isn't created with it, but said afterwards. */
  private void keepStatus(JsonObject manifest) {
    Pod told = (Pod) ObjectReader.read(JsonTree.of(manifest), Pod.TYPE);
    if (manifest.has("status")) {
      Pod stored = cluster.find(Pod.class, told.namespace(), told.name()).orElseThrow();
      cluster = cluster.with(stored.withStatus(told.status()));
    }
  }

  private void step(JsonObject step) {
    JsonObject manifest = step.getAsJsonObject("pod");
    AdmissionReport report = create(manifest);
    if (step.has("code")) {
      int code = step.get("code").getAsInt();
      if (report.code() != code) {
        differ(manifest, "refused with " + code, report.code() + " " + report.message());
      }
      return;
    }
    if (!report.allowed()) {
      differ(manifest, "stored", "refused: " + report.message());
      return;
    }
    Pod pod = (Pod) report.object();
    String recorded = recorded(step);
    Snapshot snapshot = Snapshot.of(cluster);
    ScheduleResult scheduleResult = SCHEDULER.schedule(snapshot, pod);
    String decided = decided(scheduleResult);
    if (!decided.equals(recorded)) {
      differ(manifest, recorded, decided);
    }
    if (step.has("node")) {
      if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
        compareScores(step, SCHEDULER.score(snapshot, pod, feasible.nodes()));
      }
      String node = step.get("node").getAsString();
      cluster = cluster.with(pod.withSpec(pod.spec().withNodeName(node)));
    }
    if (step.has("nominated")) {
      evict(step, pod);
    }
  }

  /** Pods are evicted for another, and are gone or terminating then. */
  private void evict(JsonObject step, Pod pod) {
    String aftermath = step.get("aftermath").getAsString();
    for (JsonElement each : step.getAsJsonArray("victims")) {
      String[] name = each.getAsString().split("/", 2);
      Pod victim = cluster.find(Pod.class, name[0], name[1]).orElseThrow();
      cluster = aftermath.equals("gone") ? cluster.without(victim) : cluster.with(evicted(victim));
    }
    if (aftermath.equals("waiting")) {
      String node = step.get("nominated").getAsString();
      cluster = cluster.with(pod.withStatus(pod.status().withNominatedNodeName(node)));
    }
  }

  private static Pod evicted(Pod victim) {
    List<Condition> conditions = new ArrayList<>(victim.status().conditions());
    conditions.add(
        new Condition("DisruptionTarget", "True", "PreemptionByScheduler", "", Optional.empty()));
    return victim
        .withMetadata(victim.metadata().with(m -> m.deletionTimestamp(Optional.of(Instant.EPOCH))))
        .withStatus(victim.status().withConditions(conditions));
  }

  /** The node that was taken must be one of those with the highest score. */
  private void compareScores(JsonObject step, Map<String, Long> scores) {
    String node = step.get("node").getAsString();
    if (!Collections.max(scores.values()).equals(scores.get(node))) {
      differ(step.getAsJsonObject("pod"), "placed on " + node, "that the scores are " + scores);
    }
  }

  private static String recorded(JsonObject step) {
    if (step.has("node")) {
      List<String> feasible = new ArrayList<>();
      step.getAsJsonArray("feasible").forEach(n -> feasible.add(n.getAsString()));
      feasible.sort(null);
      return "feasible on " + feasible;
    }
    if (step.has("nothing")) {
      return "not looked at";
    }
    String said = step.get("reason").getAsString() + ": " + step.get("message").getAsString();
    return step.has("nominated")
        ? said + " for " + step.get("nominated").getAsString() + evicting(texts(step, "victims"))
        : said;
  }

  private static List<String> texts(JsonObject step, String name) {
    return step.getAsJsonArray(name).asList().stream().map(JsonElement::getAsString).toList();
  }

  private static String evicting(List<String> victims) {
    return " evicting " + victims.stream().sorted().toList();
  }

  private static String decided(ScheduleResult scheduleResult) {
    if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      return "feasible on " + feasible.nodes();
    }
    if (scheduleResult instanceof ScheduleResult.Gated gated) {
      return "SchedulingGated: " + gated.message();
    }
    if (scheduleResult instanceof ScheduleResult.Preempting preempting) {
      List<String> victims =
          preempting.victims().stream()
              .filter(v -> !v.isTerminating())
              .map(v -> v.namespace() + "/" + v.name())
              .toList();
      return "Unschedulable: "
          + preempting.message()
          + " for "
          + preempting.node()
          + evicting(victims);
    }
    return "Unschedulable: "
        + (scheduleResult instanceof ScheduleResult.Unschedulable refused
            ? refused.message()
            : ScheduleResult.NoNodes.MESSAGE);
  }

  private void differ(JsonObject pod, String recorded, String decided) {
    String name = pod.getAsJsonObject("metadata").get("name").getAsString();
    differences.add("Pod " + name + " was " + recorded + ", and the model says " + decided + ".");
  }
}
