package dev.plimsoll.kube.resource;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The content of a file written by {@code plimsoll snapshot}. It is an object in the file's list.
 * It tells whether a resource without objects in the list was read.
 *
 * @param time when it was read; absent where that isn't recorded
 * @param kubernetesVersion the version that the API server said it had; absent where it didn't
 * @param coverage how much of each resource was read
 * @param forbidden what might not be read in all namespaces
 * @param limits what the file can't answer, as it was written for {@code plimsoll check} only, a
 *     sentence each
 */
public record SnapshotCoverage(
    Optional<Instant> time,
    Optional<KubernetesVersion> kubernetesVersion,
    Map<GroupResource, Coverage> coverage,
    List<SnapshotResource> forbidden,
    List<String> limits) {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "SnapshotCoverage");

  public SnapshotCoverage {
    coverage = Map.copyOf(coverage);
    forbidden = List.copyOf(forbidden);
    limits = List.copyOf(limits);
  }

  /** Returns in one sentence what was not read; empty if all was. */
  public Optional<String> omission() {
    return Omissions.ofForbidden(
        Omissions.withoutQueues(forbidden),
        resource -> coverage.getOrDefault(resource, Coverage.NONE));
  }

  /** Returns whether an object is of this kind. */
  public static boolean isOf(JsonTree object) {
    return object.text("kind").equals(TYPE.kind())
        && object.text("apiVersion").equals(TYPE.apiVersion());
  }

  /**
   * Reads the object.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  public static SnapshotCoverage of(JsonTree object) {
    Fields fields = Fields.of(object);
    Map<GroupResource, Coverage> coverage = new TreeMap<>();
    fields.strings("complete").forEach(r -> coverage.put(resource(r), Coverage.COMPLETE));
    fields
        .list("partial", p -> p)
        .forEach(p -> coverage.put(resource(p.string("resource")), of(p)));
    return new SnapshotCoverage(
        fields.object("metadata").time("creationTimestamp"),
        KubernetesVersion.parse(fields.string("kubernetesVersion")),
        coverage,
        fields.list("forbidden", SnapshotCoverage::forbidden),
        fields.strings("limits"));
  }

  private static Coverage of(Fields partial) {
    return Coverage.of(Set.copyOf(partial.strings("namespaces")));
  }

  private static SnapshotResource forbidden(Fields fields) {
    GroupResource resource = resource(fields.string("resource"));
    String omitted = fields.string("answersOmit");
    return SnapshotResource.of(resource)
        .map(r -> isDemand(r, omitted) ? SnapshotResource.owner(r.resource()) : r)
        .orElseGet(() -> SnapshotResource.unknown(resource, omitted));
  }

  /** Returns whether a kind of queues would have been read for suspended demand, too. */
  private static boolean isDemand(SnapshotResource resource, String omitted) {
    return resource.isOfAddOn()
        && omitted.equals(SnapshotResource.owner(resource.resource()).consequence());
  }

  private static GroupResource resource(String name) {
    int dot = name.indexOf('.');
    return dot < 0
        ? new GroupResource("", name)
        : new GroupResource(name.substring(dot + 1), name.substring(0, dot));
  }

  /** Returns the object as JSON. */
  public JsonObject toJson() {
    JsonArray complete = new JsonArray();
    JsonArray partial = new JsonArray();
    new TreeMap<>(coverage)
        .forEach(
            (resource, known) -> {
              if (known.complete()) {
                complete.add(resource.toString());
              } else {
                JsonObject part = new JsonObject();
                part.addProperty("resource", resource.toString());
                part.add("namespaces", texts(new TreeSet<>(known.namespaces())));
                partial.add(part);
              }
            });
    JsonArray unread = new JsonArray();
    for (SnapshotResource resource : forbidden) {
      JsonObject each = new JsonObject();
      each.addProperty("resource", resource.resource().resource().toString());
      each.addProperty("answersOmit", resource.consequence());
      unread.add(each);
    }
    JsonObject json = new JsonObject();
    json.addProperty("apiVersion", TYPE.apiVersion());
    json.addProperty("kind", TYPE.kind());
    JsonObject metadata = new JsonObject();
    time.ifPresent(
        t ->
            metadata.addProperty(
                "creationTimestamp", t.truncatedTo(ChronoUnit.SECONDS).toString()));
    json.add("metadata", metadata);
    kubernetesVersion.ifPresent(v -> json.addProperty("kubernetesVersion", v.toString()));
    json.add("complete", complete);
    json.add("partial", partial);
    json.add("forbidden", unread);
    if (!limits.isEmpty()) {
      json.add("limits", texts(limits));
    }
    return json;
  }

  private static JsonArray texts(Collection<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
