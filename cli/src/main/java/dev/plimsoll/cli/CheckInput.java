package dev.plimsoll.cli;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.check.CheckReport;
import dev.plimsoll.kube.file.AppliedFields;
import dev.plimsoll.kube.file.ApplyMode;
import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.CheckedObject;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.queue.QueuedManifest;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The manifests of a check, each object in its namespace and with a name. Of an object that is
 * there twice the last one counts, as it is applied last.
 *
 * @param objects the objects with their places
 * @param notes what is worth knowing about the files, a sentence each
 */
record CheckInput(List<SourcedObject> objects, List<String> notes) {
  /** Stands for the suffix of a name that the API server has yet to generate. */
  private static final String GENERATED = "…";

  /**
   * Reads manifests in a text.
   *
   * @param name what to call the text in messages
   */
  static CheckInput read(String text, String name, String namespace) {
    ManifestSet set =
        ManifestSet.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name, namespace);
    if (set.objects().isEmpty()) {
      throw new InputException(name + ": no Kubernetes manifests found");
    }
    List<String> notes = new ArrayList<>(set.notes());
    return new CheckInput(distinct(set.objects(), notes), notes);
  }

  /** Reads files and folders; {@code -} is standard input. */
  static CheckInput read(List<Path> paths, String namespace) {
    List<SourcedObject> objects = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<Path> files = paths.stream().filter(p -> !isStandardInput(p)).toList();
    if (files.size() < paths.size()) {
      ManifestSet piped = ManifestSet.read(System.in, "standard input", namespace);
      objects.addAll(piped.objects());
      notes.addAll(piped.notes());
    }
    if (!files.isEmpty()) {
      ManifestSet set = ManifestSet.read(files, namespace);
      objects.addAll(set.objects());
      notes.addAll(set.notes());
    }
    if (objects.isEmpty()) {
      throw new InputException(
          String.join(
                  ", ",
                  paths.stream().map(p -> isStandardInput(p) ? "standard input" : p + "").toList())
              + ": no Kubernetes manifests found; name the folder that has them, or pipe rendered"
              + " manifests to plimsoll check -");
    }
    return new CheckInput(distinct(objects, notes), notes);
  }

  private static boolean isStandardInput(Path path) {
    return path.toString().equals("-");
  }

  private static List<SourcedObject> distinct(List<SourcedObject> objects, List<String> notes) {
    Map<String, SourcedObject> last = new LinkedHashMap<>();
    int generated = 0;
    for (SourcedObject each : objects) {
      ApiObject object = each.object();
      SourcedObject named = each;
      if (object.name().isEmpty()) {
        named = each.with(named(object, generated++));
      }
      ApiObject now = named.object();
      String key = now.resource() + " " + now.namespace() + "/" + now.name();
      SourcedObject former = last.remove(key);
      if (former != null) {
        notes.add(
            now.type().kind()
                + " "
                + now.name()
                + " is in the set twice; "
                + named.position(List.of())
                + " replaces "
                + former.position(List.of()));
      }
      last.put(key, named);
    }
    return List.copyOf(last.values());
  }

  private static ApiObject named(ApiObject object, int number) {
    ObjectMeta old = object.metadata();
    ObjectMeta metadata =
        old.withName(old.generateName() + GENERATED + (number == 0 ? "" : number));
    if (object instanceof Pod pod) {
      return pod.withMetadata(metadata);
    }
    return object instanceof Workload workload ? workload.withMetadata(metadata) : object;
  }

  /** Returns the capacity policies of the set, which count as applied. */
  List<JsonObject> policies() {
    return objects.stream()
        .filter(o -> o.object() instanceof PolicyObject)
        .map(o -> new Gson().toJsonTree(o.fields()).getAsJsonObject())
        .toList();
  }

  /**
   * Checks the set on a cluster.
   *
   * @param before the set before the change, if only the change counts
   * @param holds which pods of a cluster are held at placement
   */
  CheckReport report(
      Simulation simulation, Optional<CheckInput> before, Function<Cluster, PodHolds> holds) {
    SetCheck check = SetCheck.on(simulation, holds);
    CheckResult result =
        before
            .map(b -> check.compare(b.checked(), checked()))
            .orElseGet(() -> check.check(checked()));
    return CheckReport.of(result, objects, simulation.cluster(), before.isPresent());
  }

  /**
   * Returns the set, in which each manifest knows the stored object that it changes.
   *
   * @param stored reads objects of the cluster with all their fields
   * @param base the set before the change, if known
   */
  CheckInput patching(
      Cluster cluster,
      Function<Collection<ApiObject>, Map<ServedFields.Key, Map<String, Object>>> stored,
      ApplyMode mode,
      Optional<CheckInput> base) {
    return new CheckInput(
        AppliedFields.patching(
            objects, cluster, stored, mode, base.map(CheckInput::objects).orElse(List.of())),
        Stream.concat(
                notes.stream(),
                objects.stream().flatMap(o -> QueuedManifest.note(cluster, o.object()).stream()))
            .toList());
  }

  /** Returns the objects as the model takes them. */
  List<CheckedObject> checked() {
    return objects.stream().map(SourcedObject::checked).toList();
  }

  /** Returns the namespace, if all objects are in one. */
  Optional<String> onlyNamespace() {
    List<String> named =
        objects.stream()
            .map(o -> o.object().namespace())
            .filter(n -> !n.isEmpty())
            .distinct()
            .toList();
    boolean isAll =
        objects.stream()
            .allMatch(
                o ->
                    !o.object().namespace().isEmpty()
                        || SnapshotResource.of(o.object().resource()).isEmpty());
    return named.size() == 1 && isAll ? Optional.of(named.get(0)) : Optional.empty();
  }
}
