package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.check.CheckFinding;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.CheckedObject;
import dev.plimsoll.model.check.Effect;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every recorded object as a set of manifests against the cluster that it was submitted to: what a
 * real control plane refused or left pending is never passed, and what it took is never failed.
 */
class CheckConformanceTest {
  private static final Map<Class<? extends ApiObject>, GroupResource> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(Node.class, Node.RESOURCE);
    KINDS.put(Pod.class, Pod.RESOURCE);
    KINDS.put(ResourceQuota.class, ResourceQuota.RESOURCE);
    KINDS.put(LimitRange.class, LimitRange.RESOURCE);
    KINDS.put(Namespace.class, Namespace.RESOURCE);
    KINDS.put(PriorityClass.class, PriorityClass.RESOURCE);
    KINDS.put(PersistentVolume.class, PersistentVolume.RESOURCE);
    KINDS.put(PersistentVolumeClaim.class, PersistentVolumeClaim.RESOURCE);
    KINDS.put(StorageClass.class, StorageClass.RESOURCE);
  }

  /** The answers of a check about one object. */
  private enum Answer {
    PASSES,
    FAILS,
    UNKNOWN
  }

  private final List<String> differences = new ArrayList<>();
  private final Random random = new Random(33);
  private int asked;
  private int certain;

  @Test
  void every_recorded_admission_is_checked_alike() {
    for (JsonObject recorded : RecordedVectors.lines("admission.jsonl")) {
      AdmissionConformance.differences(
          recorded, (cluster, step) -> admission(recorded, cluster, step, true));
    }

    assertThat(asked).isGreaterThan(5000);
    assertThat(differences).isEmpty();
  }

  @Test
  void every_recorded_placement_is_checked_alike() {
    for (JsonObject recorded : RecordedVectors.lines("scheduling.jsonl")) {
      SchedulingConformance.differences(
          recorded, (cluster, step) -> placement(recorded, cluster, step));
    }

    assertThat(asked).isGreaterThan(1000);
    assertThat(differences).isEmpty();
  }

  @Test
  void with_kinds_taken_away_nothing_certain_is_wrong() {
    for (JsonObject recorded : some("admission.jsonl")) {
      AdmissionConformance.differences(
          recorded, (cluster, step) -> admission(recorded, lacking(cluster), step, false));
    }
    for (JsonObject recorded : some("scheduling.jsonl")) {
      SchedulingConformance.differences(
          recorded, (cluster, step) -> placement(recorded, lacking(cluster), step));
    }

    assertThat(asked).isGreaterThan(500);
    assertThat(certain).isLessThan(asked);
    assertThat(differences).isEmpty();
  }

  /** Returns some of the recordings, as kinds are drawn for each of many steps. */
  private List<JsonObject> some(String file) {
    return RecordedVectors.lines(file).stream().filter(r -> random.nextInt(6) == 0).toList();
  }

  private Cluster lacking(Cluster cluster) {
    Cluster left = cluster;
    for (Map.Entry<Class<? extends ApiObject>, GroupResource> kind : KINDS.entrySet()) {
      if (random.nextInt(3) == 0) {
        for (ApiObject object : List.copyOf(left.list(kind.getKey()))) {
          left = left.without(object);
        }
        left = left.withCoverage(kind.getValue(), Coverage.NONE);
      }
    }
    return left;
  }

  private void admission(JsonObject recorded, Cluster cluster, JsonObject step, boolean isWhole) {
    if (!step.get("op").getAsString().equals("create")) {
      return;
    }
    JsonObject object = step.getAsJsonObject("object");
    boolean passes = step.get("code").getAsInt() == 201;
    Answer answer = answer(cluster, object, false, isWhole);
    compare(recorded, object, passes, answer, step);
  }

  private void placement(JsonObject recorded, Cluster cluster, JsonObject step) {
    if (step.has("nominated")) {
      return;
    }
    JsonObject pod = step.getAsJsonObject("pod");
    compare(recorded, pod, step.has("node"), answer(cluster, pod, true, true), step);
  }

  private void compare(
      JsonObject recorded, JsonObject object, boolean passes, Answer answer, JsonObject step) {
    asked++;
    if (answer == Answer.UNKNOWN) {
      return;
    }
    certain++;
    if ((answer == Answer.PASSES) != passes) {
      JsonObject said = step.deepCopy();
      said.remove("pod");
      said.remove("object");
      differences.add(
          recorded.get("kubernetes").getAsString()
              + " "
              + recorded.get("id").getAsString()
              + " "
              + object.getAsJsonObject("metadata").get("name").getAsString()
              + ": "
              + answer
              + ", recorded "
              + said);
    }
  }

  /** Returns the answer; where pods don't matter, that about the object itself. */
  private static Answer answer(
      Cluster cluster, JsonObject object, boolean ofPods, boolean isWhole) {
    List<CheckedObject> set;
    try {
      set =
          ManifestSet.read(
                  new ByteArrayInputStream(object.toString().getBytes(StandardCharsets.UTF_8)),
                  "recorded",
                  "default")
              .objects()
              .stream()
              .map(SourcedObject::checked)
              .toList();
    } catch (InputException e) {
      return Answer.FAILS;
    }
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    CheckResult result = SetCheck.on(simulation, c -> PodHolds.NONE).check(set);
    assertThat(result.unexamined()).isEmpty();
    List<CheckFinding> findings =
        result.findings().stream()
            .filter(f -> set.get(0).is(f.affected()))
            .filter(
                f ->
                    (f.effect() == Effect.Denied && (isAboutItself(set.get(0), f) || ofPods))
                        || f.effect() == Effect.Unknown
                        || (ofPods && f.effect() == Effect.Waits))
            .toList();
    if (findings.stream().anyMatch(CheckFinding::isKnown)) {
      return Answer.FAILS;
    }
    if (findings.stream().anyMatch(f -> f.rule().equals("LimitRangeOrder"))) {
      return Answer.UNKNOWN;
    }
    boolean isUnknown = !findings.isEmpty() || (!isWhole && !result.isKnown());
    return isUnknown && (ofPods || !isWhole || hasUnreadAdmission(findings))
        ? Answer.UNKNOWN
        : Answer.PASSES;
  }

  /** A Deployment is stored although its pods are denied later. */
  private static boolean isAboutItself(CheckedObject checked, CheckFinding finding) {
    return checked.object() instanceof Pod || finding.pods() == 0;
  }

  /** In recordings of admission there are no nodes, so that placement is always unknown. */
  private static boolean hasUnreadAdmission(List<CheckFinding> findings) {
    return findings.stream()
        .flatMap(f -> f.unread().requirements().stream())
        .anyMatch(r -> !r.resource().equals(Node.RESOURCE));
  }
}
