package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists once more the workloads whose pods some admission policy may look at, for all the fields of
 * their pod templates. What has become unreadable or another template since is left out.
 */
final class ServedTemplates {
  private final Connection connection;
  private final Map<ServedFields.Key, Workload> wanted;
  private final Map<ServedFields.Key, Map<String, Object>> found = new HashMap<>();

  private ServedTemplates(Connection connection, Map<ServedFields.Key, Workload> wanted) {
    this.connection = connection;
    this.wanted = wanted;
  }

  /**
   * Returns a cluster with the templates that policies may need.
   *
   * @param lists what was listed of it, as it was served
   * @throws UnreachableException if the cluster no longer answers
   */
  static Cluster completed(Cluster cluster, Connection connection, List<ApiResource> lists) {
    if (cluster.list(ValidatingAdmissionPolicyBinding.class).stream()
        .noneMatch(ValidatingAdmissionPolicyBinding::denies)) {
      return cluster;
    }
    ServedTemplates served =
        new ServedTemplates(
            connection,
            cluster.list(Workload.class).stream()
                .filter(w -> !w.inactive() && w.templates().size() == 1)
                .filter(w -> ValidatingAdmissionPolicies.lookAt(cluster, pod(w)))
                .collect(Collectors.toMap(ServedFields.Key::of, w -> w)));
    lists.forEach(list -> served.list(list, cluster.coverage(list.resource())));
    return cluster.withServed(new ServedFields(served.found));
  }

  private static Pod pod(Workload workload) {
    Workload.PodTemplate template = workload.templates().get(0);
    return new Pod(
        template.metadata().with().namespace(workload.namespace()).build(),
        template.spec(),
        PodStatus.PENDING);
  }

  private void list(ApiResource resource, Coverage coverage) {
    if (wanted.keySet().stream().noneMatch(k -> k.resource().equals(resource.resource()))) {
      return;
    }
    Stream<Optional<String>> namespaces =
        coverage.complete()
            ? Stream.of(Optional.empty())
            : coverage.namespaces().stream().sorted().map(Optional::of);
    namespaces.forEach(n -> list(resource, n));
  }

  private void list(ApiResource resource, Optional<String> namespace) {
    ListPager pager = new ListPager(connection, JsonPruning.AS_SERVED, Connection.JSON);
    Map<ServedFields.Key, Map<String, Object>> listed = new HashMap<>();
    try {
      pager.read(
          resource,
          namespace,
          new ListPager.PageConsumer() {
            @Override
            public void accept(List<JsonTree> items) {
              items.forEach(item -> keep(resource, item, listed));
            }

            @Override
            public void restart() {
              listed.clear();
            }
          });
    } catch (StatusException e) {
      return;
    }
    found.putAll(listed);
  }

  private void keep(
      ApiResource resource, JsonTree item, Map<ServedFields.Key, Map<String, Object>> listed) {
    JsonTree metadata = item.object("metadata");
    ServedFields.Key key =
        new ServedFields.Key(
            resource.resource(), metadata.text("namespace"), metadata.text("name"));
    Workload before = wanted.get(key);
    if (before != null && isSame(before, resource, item)) {
      listed.put(key, PlainFields.of(only(item, before.templates().get(0).path())));
    }
  }

  private static boolean isSame(Workload before, ApiResource resource, JsonTree item) {
    try {
      return ObjectReader.read(item, resource.type(), resource.resource()) instanceof Workload now
          && now.templates().equals(before.templates());
    } catch (DecodeException e) {
      return false;
    }
  }

  /** Returns an object with nothing but what is on a path of names and below its end. */
  private static JsonTree only(JsonTree object, String path) {
    JsonTree only = new JsonTree();
    int end = path.indexOf('.');
    String name = end < 0 ? path : path.substring(0, end);
    JsonTree below = object.object(name);
    only.put(name, end < 0 ? below : only(below, path.substring(end + 1)));
    return only;
  }
}
