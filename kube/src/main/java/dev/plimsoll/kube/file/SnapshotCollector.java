package dev.plimsoll.kube.file;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.object.PartialObjectMetadata;
import dev.plimsoll.model.object.PolicyObject;
import dev.plimsoll.model.object.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Gathers what is found in files into one snapshot. */
final class SnapshotCollector {
  private static final int NAMED = 3;
  private static final int STEP = 1000;
  private static final String CRD = "CustomResourceDefinition";

  private final LongConsumer progress;
  private final Consumer<JsonObject> policies;
  private final List<ApiObject> objects = new ArrayList<>();
  private final Set<GroupResource> listed = new HashSet<>();
  private final Set<String> uids = new HashSet<>();
  private final Map<String, String> plurals = new HashMap<>();
  private final List<String> unrecognized = new ArrayList<>();
  private final List<String> omissions = new ArrayList<>();
  private Instant newest = Instant.EPOCH;
  private boolean inFolder;

  SnapshotCollector(LongConsumer progress, Consumer<JsonObject> policies) {
    this.progress = progress;
    this.policies = policies;
  }

  /** Returns one that is empty and tells nobody, for reading the same file again. */
  SnapshotCollector again() {
    SnapshotCollector again = new SnapshotCollector(n -> {}, p -> {});
    again.inFolder = inFolder;
    return again;
  }

  /** Says which file is read next, and whether it was named by the user or found in a folder. */
  void ofFile(Path file, boolean foundInFolder) {
    inFolder = foundInFolder;
  }

  long objects() {
    return objects.size();
  }

  void listed(GroupVersionKind type) {
    listed.add(RestMapper.guessKindToResource(type));
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

  void add(ApiObject object, JsonTree json) {
    if (object.type().kind().equals(CRD)) {
      rememberPlural(json);
    }
    String uid = object.metadata().uid();
    if (!uid.isEmpty() && !uids.add(uid)) {
      return;
    }
    objects.add(object);
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
        plurals.put(spec.text("group") + "/" + kind, plural);
      }
    }
  }

  /** Returns the snapshot, as of the newest time that stands in it. */
  Cluster cluster(List<Path> paths) {
    if (objects.isEmpty() && listed.isEmpty()) {
      throw new InputException(
          paths.stream().map(Path::toString).collect(Collectors.joining(", "))
              + " holds no Kubernetes objects.");
    }
    ClusterBuilder builder = Cluster.builder(newest);
    objects.forEach(o -> builder.add(withPlural(o)));
    listed.forEach(builder::listed);
    omissions.forEach(builder::omission);
    if (!unrecognized.isEmpty()) {
      builder.omission("Not Kubernetes objects, so not read: " + some(unrecognized) + ".");
    }
    return builder.build();
  }

  /** Gives an object the plural of its definition, where that is in the dump too. */
  private ApiObject withPlural(ApiObject object) {
    if (!(object instanceof PartialObjectMetadata || object instanceof Workload)) {
      return object;
    }
    String plural = plurals.get(object.type().group() + "/" + object.type().kind());
    if (plural == null) {
      return object;
    }
    GroupResource resource = new GroupResource(object.type().group(), plural);
    return object instanceof Workload w
        ? w.withResource(resource)
        : new PartialObjectMetadata(object.metadata(), object.type(), resource);
  }

  private static String some(List<String> files) {
    String named = files.stream().distinct().limit(NAMED).collect(Collectors.joining(", "));
    long more = files.stream().distinct().count() - NAMED;
    return more > 0 ? named + " and " + more + " more files" : named;
  }
}
