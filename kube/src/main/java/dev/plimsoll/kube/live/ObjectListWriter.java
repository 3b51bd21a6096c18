package dev.plimsoll.kube.live;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonIOException;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonWriter;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectNames;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotCoverage;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kube.resource.SnapshotUsage;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Writes the objects of a cluster as one list. */
final class ObjectListWriter implements ClusterSink {
  private static final Set<GroupResource> NUMEROUS = Set.of(Pod.RESOURCE, Event.RESOURCE);

  private static final Gson GSON = new Gson();
  private static final GroupVersionKind DEFINITION =
      GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition");

  private final JsonWriter writer;
  private final SnapshotFilter filter;
  private final Supplier<Instant> asOf;
  private final LongConsumer progress;
  private final Map<GroupResource, Coverage> coverage = new TreeMap<>();
  private final List<SnapshotResource> forbidden = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  /** The names in the current list, so that none is written twice after a restart. */
  private final Set<String> names = new HashSet<>();

  private final Set<PodName> pods = new HashSet<>();
  private Optional<KubernetesVersion> kubernetesVersion = Optional.empty();
  private String current = "";
  private long written;

  ObjectListWriter(
      Writer writer, Supplier<Instant> asOf, SnapshotFilter filter, LongConsumer progress)
      throws IOException {
    this.writer = new JsonWriter(writer);
    this.writer.setHtmlSafe(false);
    this.writer.setIndent(filter.indent());
    this.filter = filter;
    this.asOf = asOf;
    this.progress = progress;
    this.writer.beginObject().name("apiVersion").value("v1").name("kind").value("List");
    this.writer.name("items").beginArray();
  }

  @Override
  public JsonPruning pruning() {
    return JsonPruning.AS_DUMPED;
  }

  @Override
  public void begin(ApiResource resource) {
    String list = resource.resource().toString();
    if (!current.equals(list)) {
      current = list;
      names.clear();
    }
  }

  @Override
  public void items(ApiResource resource, List<JsonTree> items) {
    for (JsonTree tree : items) {
      if (names.add(ObjectNames.of(tree))) {
        JsonObject item = tree.toJson();
        leaveTimesOnly(resource, item);
        Optional<JsonObject> kept = filter.kept(resource, item);
        if (kept.isPresent()) {
          note(resource, tree);
          write(typed(resource.type(), resource.type().kind(), kept.get()));
          written++;
        }
      }
    }
    progress.accept(written);
  }

  private void note(ApiResource resource, JsonTree item) {
    if (resource.resource().equals(Pod.RESOURCE)) {
      JsonTree metadata = item.object("metadata");
      pods.add(new PodName(metadata.text("namespace"), metadata.text("name")));
    }
  }

  /**
   * Marks an empty list, which differs from an unread list, and a plural that no rule gives. A part
   * of a list is no list.
   */
  @Override
  public void end(ApiResource resource, Coverage known) {
    coverage.merge(resource.resource(), filter.covered(resource, known), Coverage::or);
    if (!resource.selector().isEmpty()) {
      return;
    }
    if (names.isEmpty()) {
      JsonObject empty = new JsonObject();
      empty.add("metadata", new JsonObject());
      empty.add("items", new JsonArray());
      write(typed(resource.type(), resource.type().kind() + "List", empty));
    }
    if (!RestMapper.guessKindToResource(resource.type()).equals(resource.resource())) {
      write(typed(DEFINITION, DEFINITION.kind(), definition(resource)));
    }
  }

  @Override
  public void absent(ApiResource resource) {
    coverage.put(resource.resource(), Coverage.COMPLETE);
  }

  /** Leaves the resource out, so that a reader of the file takes it as not read. */
  @Override
  public void unknown(SnapshotResource resource, List<String> versions) {
    unknown.add(Omissions.ofUnknownVersions(resource, versions));
  }

  @Override
  public void failed(SnapshotResource resource, String error) {
    unknown.add(Omissions.ofFailed(resource, error));
  }

  @Override
  public void forbidden(SnapshotResource resource) {
    forbidden.add(resource);
  }

  @Override
  public void controlPlane(KubernetesControlPlane known) {
    kubernetesVersion = Optional.of(known.version());
  }

  /** Ends the list without usage. */
  void finish() throws IOException {
    finish(Optional.empty());
  }

  /**
   * Ends the list: with the usage of its pods, and with what it has and hasn't as its last item.
   */
  void finish(Optional<MeasuredUsage> usage) throws IOException {
    usage.map(u -> u.only(p -> pods.contains(p))).ifPresent(u -> write(SnapshotUsage.toJson(u)));
    write(snapshotCoverage().toJson());
    writer.endArray().name("metadata").beginObject().name("resourceVersion").value("");
    writer.endObject().endObject().flush();
  }

  private SnapshotCoverage snapshotCoverage() {
    return new SnapshotCoverage(
        Optional.of(asOf.get()), kubernetesVersion, coverage, forbidden, filter.limits());
  }

  long written() {
    return written;
  }

  List<String> omissions() {
    return Stream.concat(snapshotCoverage().omission().stream(), unknown.stream()).toList();
  }

  private static JsonObject definition(ApiResource resource) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", resource.resource().toString());
    JsonObject names = new JsonObject();
    names.addProperty("kind", resource.type().kind());
    names.addProperty("plural", resource.plural());
    JsonObject spec = new JsonObject();
    spec.addProperty("group", resource.type().group());
    spec.add("names", names);
    JsonObject definition = new JsonObject();
    definition.add("metadata", metadata);
    definition.add("spec", spec);
    return definition;
  }

  /** Of the managed fields only when the object and its status were written is ever read. */
  private static void leaveTimesOnly(ApiResource resource, JsonObject item) {
    if (!(item.get("metadata") instanceof JsonObject metadata)
        || !(metadata.remove("managedFields") instanceof JsonArray all)
        || NUMEROUS.contains(resource.resource())) {
      return;
    }
    all.asList().removeIf(e -> !(e instanceof JsonObject entry && entry.has("time")));
    all.forEach(e -> e.getAsJsonObject().keySet().retainAll(Set.of("time", "subresource")));
    if (!all.isEmpty()) {
      metadata.add("managedFields", all);
    }
  }

  private static JsonObject typed(GroupVersionKind type, String kind, JsonObject item) {
    JsonObject typed = new JsonObject();
    typed.addProperty("apiVersion", type.apiVersion());
    typed.addProperty("kind", kind);
    item.entrySet().stream()
        .filter(e -> !typed.has(e.getKey()))
        .forEach(e -> typed.add(e.getKey(), e.getValue()));
    return typed;
  }

  private void write(JsonObject object) {
    try {
      GSON.toJson(object, writer);
    } catch (JsonIOException e) {
      throw new UncheckedIOException(
          e.getCause() instanceof IOException cause ? cause : new IOException(e));
    }
  }
}
