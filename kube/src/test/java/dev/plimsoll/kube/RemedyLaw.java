package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.patch.PatchType;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.ChangeCommands;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.patch.JsonPatch;
import dev.plimsoll.testkit.patch.MergePatch;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is printed is what was tried: a remedy's patch, applied to the stored object by another
 * implementation, gives the object that the simulation had, and takes nothing else away.
 */
final class RemedyLaw {
  private final Map<String, Integer> checked = new TreeMap<>();

  /** Checks all remedies of all gaps. */
  void check(String name, JsonDump dump) {
    Simulation simulation = dump.simulation();
    for (Finding finding : GapFinder.find(simulation)) {
      for (Remedy remedy : finding.withRemedies().remedies()) {
        check(name + ": " + remedy.action(), dump, simulation.cluster(), remedy);
      }
    }
  }

  /** Returns which kinds of patches were checked, and how often. */
  Map<String, Integer> checked() {
    return checked;
  }

  private void check(String what, JsonDump dump, Cluster before, Remedy remedy) {
    assertThat(remedy.who().isEmpty())
        .as(what)
        .isEqualTo(
            !remedy.changes().isEmpty()
                && remedy.changes().stream().allMatch(QuotaChange.Resync.class::isInstance));
    Cluster after = before;
    for (Change change : remedy.changes()) {
      after = change.applyTo(after);
    }
    for (ObjectPatch patch : ChangeCommands.patches(remedy.commands())) {
      check(what, dump, after, patch);
    }
    for (KubectlCommand command : remedy.commands()) {
      if (command instanceof KubectlCommand.Create create) {
        JsonObject created = JsonParser.parseString(create.manifest()).getAsJsonObject();
        assertThat(expected(JsonDump.read(created).get(0), after)).as(what).isTrue();
        count("create " + created.get("kind").getAsString());
      } else if (command instanceof KubectlCommand.Delete delete) {
        assertThat(dump.find(delete.type().kind(), delete.namespace(), delete.name()))
            .as(what)
            .isPresent();
        count("delete " + delete.type().kind());
      }
      assertThat(command.text()).as(what).startsWith("kubectl ");
    }
  }

  private void check(String what, JsonDump dump, Cluster after, ObjectPatch patch) {
    JsonObject stored =
        dump.find(patch.type().kind(), patch.namespace(), patch.name()).orElseThrow();
    JsonElement body = JsonParser.parseString(patch.body());
    JsonObject patched =
        patch.patchType() == PatchType.JSON
            ? JsonPatch.apply(stored, body.getAsJsonArray())
            : MergePatch.apply(stored, body.getAsJsonObject());
    ApiObject result = JsonDump.read(patched).get(0);
    assertThat(patch.suspends() ? hasSpecs(result, after) : expected(result, after))
        .as("%s%n%s%n%s%n%s", what, patch.body(), result, stored)
        .isTrue();
    assertThat(lost(stored, patched))
        .as("%s%n%s", what, patch.body())
        .isEqualTo(patch.patchType() == PatchType.JSON ? taken(stored, body.getAsJsonArray()) : 0);
    count(
        (patch.recreates() ? "recreate " : patch.suspends() ? "suspend " : "patch ")
            + patch.type().kind()
            + " "
            + patch.patchType().option());
  }

  private void count(String kind) {
    checked.merge(kind, 1, Integer::sum);
  }

  /** A Job that is patched keeps the labels that a new Job would not have. */
  private static boolean hasSpecs(ApiObject object, Cluster after) {
    return specs(after.find(object.getClass(), object.namespace(), object.identity()).orElseThrow())
        .equals(specs(object));
  }

  private static Object specs(ApiObject job) {
    return ((dev.plimsoll.kubernetes.object.Workload) job)
        .templates().stream().map(t -> t.spec()).toList();
  }

  /** Returns whether the simulation had the same object, but for what controllers write. */
  private static boolean expected(ApiObject object, Cluster after) {
    ApiObject tried =
        after.find(object.getClass(), object.namespace(), object.identity()).orElseThrow();
    return settled(tried).equals(settled(object));
  }

  private static ApiObject settled(ApiObject object) {
    if (object instanceof ResourceQuota quota) {
      return quota.withStatus(ResourceQuotaStatus.NONE);
    }
    if (object instanceof ClusterResourceQuota quota) {
      return quota.withLimits(quota.quota(), ResourceQuotaStatus.NONE);
    }
    return object instanceof Node node
        ? node.withTaints(
            node.taints().stream()
                .filter(t -> !t.key().equals("node.kubernetes.io/unschedulable"))
                .toList())
        : object;
  }

  /** Returns how many fields there are less, list items counted as fields of one name. */
  private static int lost(JsonObject before, JsonObject after) {
    Map<String, Integer> left = new TreeMap<>();
    fields("", before, left);
    Map<String, Integer> kept = new TreeMap<>();
    fields("", after, kept);
    return left.entrySet().stream()
        .mapToInt(e -> Math.max(0, e.getValue() - kept.getOrDefault(e.getKey(), 0)))
        .sum();
  }

  private static void fields(String path, JsonElement element, Map<String, Integer> into) {
    if (element.isJsonObject()) {
      element
          .getAsJsonObject()
          .entrySet()
          .forEach(e -> fields(path + "/" + e.getKey(), e.getValue(), into));
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(e -> fields(path + "/-", e, into));
    } else {
      into.merge(path, 1, Integer::sum);
    }
  }

  /** Returns how many fields the operations remove, those below a removed field included. */
  private static int taken(JsonObject stored, JsonArray operations) {
    int taken = 0;
    JsonObject now = stored;
    for (JsonElement operation : operations) {
      JsonArray alone = new JsonArray();
      alone.add(operation);
      JsonObject next = JsonPatch.apply(now, alone);
      if (operation.getAsJsonObject().get("op").getAsString().equals("remove")) {
        taken += lost(now, next);
      }
      now = next;
    }
    return taken;
  }
}
