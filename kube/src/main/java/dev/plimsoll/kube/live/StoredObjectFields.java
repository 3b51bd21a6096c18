package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads objects of a running cluster in full. Many objects of a kind and a namespace are listed,
 * and a few are read one by one.
 */
final class StoredObjectFields {
  private static final int FEW = 4;
  private static final int NOT_FOUND = 404;

  private final Connection connection;
  private final Map<ServedFields.Key, Map<String, Object>> found = new HashMap<>();

  private StoredObjectFields(Connection connection) {
    this.connection = connection;
  }

  /**
   * Returns the objects with all their fields. What the API server doesn't give is left out.
   *
   * @throws UnreachableException if the cluster no longer answers
   */
  static Map<ServedFields.Key, Map<String, Object>> read(
      Connection connection, Collection<ApiObject> objects) {
    StoredObjectFields fields = new StoredObjectFields(connection);
    objects.stream()
        .collect(Collectors.groupingBy(o -> List.of(resource(o), o.namespace())))
        .values()
        .forEach(fields::read);
    return fields.found;
  }

  private static ApiResource resource(ApiObject object) {
    return new ApiResource(object.type(), object.resource().resource(), true);
  }

  private void read(List<ApiObject> objects) {
    ApiResource resource = resource(objects.get(0));
    String namespace = objects.get(0).namespace();
    try {
      if (objects.size() > FEW) {
        list(resource, namespace, objects);
      } else {
        for (ApiObject each : objects) {
          get(resource, each);
        }
      }
    } catch (StatusException e) {
      // The objects stay unknown, and check says so.
    }
  }

  private void get(ApiResource resource, ApiObject object) throws StatusException {
    String path = resource.path(Optional.of(object.namespace())) + "/" + object.name();
    try {
      found.put(
          ServedFields.Key.of(object),
          connection.get(
              path,
              Map.of(),
              Connection.JSON,
              JsonPruning.WITH_MANAGERS,
              reader -> PlainFields.of(reader.object())));
    } catch (StatusException e) {
      if (e.code() != NOT_FOUND) {
        throw e;
      }
    }
  }

  private void list(ApiResource resource, String namespace, List<ApiObject> objects)
      throws StatusException {
    Set<String> names = objects.stream().map(ApiObject::name).collect(Collectors.toSet());
    Map<String, JsonTree> listed = new HashMap<>();
    new ListPager(connection, JsonPruning.WITH_MANAGERS, Connection.JSON)
        .read(
            resource,
            Optional.of(namespace),
            new ListPager.PageConsumer() {
              @Override
              public void accept(List<JsonTree> items) {
                for (JsonTree item : items) {
                  String name = item.object("metadata").text("name");
                  if (names.contains(name)) {
                    listed.put(name, item);
                  }
                }
              }

              @Override
              public void restart() {
                listed.clear();
              }
            });
    for (ApiObject each : objects) {
      Optional.ofNullable(listed.get(each.name()))
          .ifPresent(item -> found.put(ServedFields.Key.of(each), named(item, resource)));
    }
  }

  /** Items of a list lack their kind and version. */
  private static Map<String, Object> named(JsonTree item, ApiResource resource) {
    Map<String, Object> fields = new HashMap<>(PlainFields.of(item));
    fields.put("apiVersion", resource.type().apiVersion());
    fields.put("kind", resource.type().kind());
    return fields;
  }
}
