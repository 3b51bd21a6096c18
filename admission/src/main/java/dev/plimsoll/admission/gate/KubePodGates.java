package dev.plimsoll.admission.gate;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gate.ShareGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes gates by patches that fail if the pod's version differs from the observed one. So other
 * changes of the pod and its gates are never overwritten.
 */
final class KubePodGates implements PodGates {
  private static final System.Logger LOG = System.getLogger(KubePodGates.class.getName());
  private static final String ANNOTATION =
      "/metadata/annotations/" + ShareGate.WAITS_FOR.replace("/", "~1");
  static final ApiResource PODS = new ApiResource(Pod.TYPE, Pod.RESOURCE.resource(), true);
  private static final int UNPROCESSABLE = 422;
  private static final int SERVER_ERROR = 500;
  static final Set<Integer> OUTDATED =
      Set.of(StatusException.NOT_FOUND, StatusException.CONFLICT, UNPROCESSABLE);

  private final Connection connection;

  KubePodGates(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Removal remove(Pod pod) throws GatesUnavailableException {
    try {
      JsonObject unused =
          connection.write("PATCH", path(pod), Map.of(), Connection.JSON_PATCH, patch(pod));
      return Removal.DONE;
    } catch (UnreachableException e) {
      return Removal.UNKNOWN;
    } catch (StatusException e) {
      if (e.code() >= SERVER_ERROR) {
        return Removal.UNKNOWN;
      }
      if (OUTDATED.contains(e.code())) {
        return Removal.OUTDATED;
      }
      throw new GatesUnavailableException(
          "pods can't be patched: " + e.code() + " " + e.getMessage());
    }
  }

  /** Returns the patch that removes the gate from exactly this version of the pod. */
  static JsonArray patch(Pod pod) {
    return patch(
        pod.metadata().resourceVersion(),
        pod.spec().schedulingGates(),
        ShareGate.waitsFor(pod).isPresent());
  }

  /**
   * Returns the patch that removes the gate from that version of a pod.
   *
   * @param gates the names of all gates of the pod, the gate among them
   * @param isAnnotated whether the pod says what it waits for
   */
  static JsonArray patch(String resourceVersion, List<String> gates, boolean isAnnotated) {
    String path = "/spec/schedulingGates/" + gates.indexOf(ShareGate.NAME);
    JsonArray patch = new JsonArray();
    patch.add(test("/metadata/resourceVersion", resourceVersion));
    patch.add(test(path + "/name", ShareGate.NAME));
    patch.add(operation("remove", path));
    if (isAnnotated) {
      patch.add(operation("remove", ANNOTATION));
    }
    return patch;
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }

  @Override
  public void annotate(Pod pod, String waitsFor) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ShareGate.WAITS_FOR, waitsFor);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("uid", pod.metadata().uid());
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    try {
      JsonObject unused =
          connection.write("PATCH", path(pod), Map.of(), Connection.MERGE_PATCH, patch);
    } catch (StatusException | UnreachableException e) {
      LOG.log(System.Logger.Level.DEBUG, "a pod isn't annotated", e);
    }
  }

  private static JsonObject test(String path, String value) {
    JsonObject test = operation("test", path);
    test.addProperty("value", value);
    return test;
  }

  private static JsonObject operation(String op, String path) {
    JsonObject operation = new JsonObject();
    operation.addProperty("op", op);
    operation.addProperty("path", path);
    return operation;
  }

  @Override
  public ListedPods list() throws GatesUnavailableException {
    List<ObjectMeta> pods = new ArrayList<>();
    ListPager.PageConsumer pages =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonTree> items) {
            items.forEach(item -> pods.add(metadata(item.object("metadata"))));
          }

          @Override
          public void restart() {
            pods.clear();
          }
        };
    try {
      String version =
          new ListPager(connection, JsonPruning.NONE, Connection.METADATA)
              .read(PODS, Optional.empty(), pages);
      return new ListedPods(version, pods);
    } catch (StatusException e) {
      throw new GatesUnavailableException(
          "pods can't be listed: " + e.code() + " " + e.getMessage());
    } catch (UnreachableException e) {
      throw new GatesUnavailableException(String.valueOf(e.getMessage()));
    }
  }

  private static ObjectMeta metadata(JsonTree metadata) {
    return ObjectMeta.builder()
        .namespace(metadata.text("namespace"))
        .name(metadata.text("name"))
        .uid(metadata.text("uid"))
        .resourceVersion(metadata.text("resourceVersion"))
        .build();
  }
}
