package dev.plimsoll.kube.file;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kube.policy.PolicySpecs;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotCoverage;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kube.resource.UsageNotes;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Gathers what is found in files into one snapshot. */
final class SnapshotCollector {
  private static final int NAMED = 3;
  private static final int STEP = 1000;
  private static final String CRD = "CustomResourceDefinition";

  private final Unlisted unlisted;
  private final LongConsumer progress;
  private final Consumer<JsonObject> policies;
  private final List<ApiObject> objects = new ArrayList<>();
  private final ListedResources listed = new ListedResources();
  private final Set<String> uids = new HashSet<>();
  private final Set<SnapshotResource> forbidden = new LinkedHashSet<>();
  private final Set<GroupResource> explained = new HashSet<>();
  private final Map<GroupResource, GroupResource> plurals = new HashMap<>();
  private final List<String> unrecognized = new ArrayList<>();
  private final List<String> omissions = new ArrayList<>();
  private final List<String> limits = new ArrayList<>();
  private Optional<MeasuredUsage> usage = Optional.empty();
  private Instant newest = Instant.EPOCH;
  private Optional<KubernetesVersion> kubernetesVersion = Optional.empty();
  private boolean inFolder;
  private long found;

  SnapshotCollector(Unlisted unlisted, LongConsumer progress, Consumer<JsonObject> policies) {
    this.unlisted = unlisted;
    this.progress = progress;
    this.policies = policies;
  }

  /** Returns an empty collector without listeners, to read the same file again. */
  SnapshotCollector again() {
    SnapshotCollector again = new SnapshotCollector(unlisted, n -> {}, p -> {});
    again.inFolder = inFolder;
    return again;
  }

  /** Sets the file that is read next, and whether the user named it or a folder contains it. */
  void ofFile(Path file, boolean foundInFolder) {
    inFolder = foundInFolder;
  }

  /** Returns how many objects and lists were found. */
  long found() {
    return found;
  }

  void listed(GroupVersionKind type, DocumentLocation documentLocation) {
    if (type.kind().isEmpty()) {
      listed.listedAny(documentLocation);
    } else {
      found++;
      listed.listed(RestMapper.guessKindToResource(type), documentLocation);
    }
  }

  void recorded(SnapshotCoverage recorded, DocumentLocation documentLocation) {
    found++;
    listed.recorded(recorded.coverage(), documentLocation);
    forbidden.addAll(recorded.forbidden());
    explained.addAll(recorded.coverage().keySet());
    limits.addAll(recorded.limits());
    recorded.time().ifPresent(this::observeTime);
    recorded.kubernetesVersion().ifPresent(v -> kubernetesVersion = Optional.of(v));
  }

  /** Takes the usage of devices that a file has; of two the later stays. */
  void measured(MeasuredUsage measured) {
    found++;
    usage = Optional.of(measured);
  }

  void unrecognized(DocumentLocation documentLocation) {
    if (!inFolder) {
      throw documentLocation.error("is not a Kubernetes object: it has no apiVersion and no kind.");
    }
    unrecognized.add(documentLocation.file());
  }

  void skipped(List<Path> files) {
    if (!files.isEmpty()) {
      omissions.add(
          "Not read, as their names don't end like JSON or YAML: "
              + some(files.stream().map(Path::toString).toList())
              + ".");
    }
  }

  void add(ApiObject object, JsonTree json, DocumentLocation documentLocation) {
    found++;
    listed.object(object.resource(), object.namespace(), documentLocation);
    if (object.type().kind().equals(CRD)) {
      rememberPlural(json);
    }
    String uid = object.metadata().uid();
    if (!uid.isEmpty() && !uids.add(uid)) {
      return;
    }
    objects.add(PolicySpecs.read(object, json));
    if (object.type().equals(PolicyObject.TYPE)) {
      policies.accept(json.toJson());
    }
    object.metadata().creationTimestamp().ifPresent(this::observeTime);
    if (object instanceof Event event) {
      event.lastSeen().ifPresent(this::observeTime);
    }
    if (objects.size() % STEP == 0) {
      progress.accept(objects.size());
    }
  }

  private void observeTime(Instant time) {
    if (time.isAfter(newest)) {
      newest = time;
    }
  }

  private void rememberPlural(JsonTree definition) {
    if (definition.get("spec") instanceof JsonTree spec
        && spec.get("names") instanceof JsonTree names) {
      String kind = names.text("kind");
      String plural = names.text("plural");
      if (!kind.isEmpty() && !plural.isEmpty() && spec.has("group")) {
        String group = spec.text("group");
        plurals.put(
            RestMapper.guessKindToResource(new GroupVersionKind(group, "", kind)),
            new GroupResource(group, plural));
      }
    }
  }

  /** Returns the snapshot with the usage of its devices, if a file has that. */
  Cluster cluster(List<Path> paths) {
    Cluster cluster = withoutUsage(paths);
    return usage.map(u -> UsageNotes.measured(cluster, u)).orElse(cluster);
  }

  /** Returns the snapshot, as of the newest time in its objects. */
  private Cluster withoutUsage(List<Path> paths) {
    if (found == 0) {
      throw new InputException(
          paths.stream().map(Path::toString).collect(Collectors.joining(", "))
              + " holds no Kubernetes objects.");
    }
    ClusterBuilder builder = Cluster.builder(newest);
    objects.forEach(o -> builder.add(withPlural(o)));
    kubernetesVersion
        .map(v -> KubernetesControlPlane.of(v, KubernetesControlPlane.Origin.API_SERVER))
        .ifPresent(builder::controlPlane);
    omissions.forEach(builder::omission);
    if (!unrecognized.isEmpty()) {
      builder.omission("Not Kubernetes objects, so not read: " + some(unrecognized) + ".");
    }
    // A snapshot for checks says that it lacks objects of others, whatever the user declares.
    if (unlisted == Unlisted.NONEXISTENT && limits.isEmpty()) {
      return builder.complete().build();
    }
    listed.coverage().forEach((r, c) -> builder.covers(plurals.getOrDefault(r, r), c));
    Cluster cluster = builder.build();
    List<String> all = new ArrayList<>(cluster.omissions());
    if (!explained.isEmpty()) {
      forbidden.forEach(f -> explained.add(f.resource().resource()));
      Omissions.ofForbidden(Omissions.withoutQueues(forbidden), cluster::coverage)
          .ifPresent(o -> all.add(0, o));
    }
    if (limits.isEmpty()) {
      Omissions.ofDump(cluster, explained).ifPresent(all::add);
    }
    return cluster.withOmissions(all).withLimits(limits);
  }

  /** Sets the plural of an object's definition if the dump has it. */
  private ApiObject withPlural(ApiObject object) {
    GroupResource plural = plurals.getOrDefault(object.resource(), object.resource());
    if (object instanceof Workload w) {
      return w.withResource(plural);
    }
    return object instanceof PartialObjectMetadata
        ? new PartialObjectMetadata(object.metadata(), object.type(), plural)
        : object;
  }

  private static String some(List<String> files) {
    String named = files.stream().distinct().limit(NAMED).collect(Collectors.joining(", "));
    long more = files.stream().distinct().count() - NAMED;
    return more > 0 ? named + " and " + Counted.of(more, "more file") : named;
  }
}
