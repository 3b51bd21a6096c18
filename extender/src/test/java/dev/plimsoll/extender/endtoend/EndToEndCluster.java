package dev.plimsoll.extender.endtoend;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is on the API server, in the words of the tests. */
final class EndToEndCluster {
  private static final int GPUS_PER_NODE = 8;
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

  private final AdminApi api;

  EndToEndCluster(AdminApi api) {
    this.api = api;
  }

  void addNode(String name) throws IOException {
    addNode(name, "");
  }

  /** Adds a node of a rack. */
  void addNodeInRack(String name, String rack) throws IOException {
    addNode(name, "\"topology.kubernetes.io/rack\":\"" + rack + "\"");
  }

  /** Labels a node with another rack. */
  void moveToRack(String node, String rack) throws IOException {
    api.patch(
        "/api/v1/nodes/" + node,
        "{\"metadata\":{\"labels\":{\"topology.kubernetes.io/rack\":\"" + rack + "\"}}}");
  }

  private void addNode(String name, String labels) throws IOException {
    api.create(
        "/api/v1/nodes", "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{" + labels + "}}}");
    api.patch(
        "/api/v1/nodes/" + name + "/status",
        """
        {"status": {
          "capacity": {"cpu": "64", "memory": "512Gi", "pods": "110", "nvidia.com/gpu": "%1$d"},
          "allocatable": {"cpu": "64", "memory": "512Gi", "pods": "110", "nvidia.com/gpu": "%1$d"},
          "conditions": [{"type": "Ready", "status": "True", "reason": "MadeUp"}]}}
        """
            .formatted(GPUS_PER_NODE));
  }

  void addNamespace(String name) throws IOException {
    api.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
  }

  /** Creates the ClusterRoles of manifests, and who has them. */
  void addClusterRoles(String... manifests) throws IOException {
    for (String manifest : manifests) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(manifest))) {
        String kind = object.get("kind").getAsString();
        if (kind.startsWith("ClusterRole")) {
          api.create(RBAC + kind.toLowerCase(Locale.ROOT) + "s", object.toString());
        }
      }
    }
  }

  /** Creates what stands in manifests. */
  void add(String... manifests) throws IOException {
    for (String manifest : manifests) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(manifest))) {
        String group = object.get("apiVersion").getAsString();
        JsonObject metadata = object.getAsJsonObject("metadata");
        String kind = object.get("kind").getAsString().toLowerCase(Locale.ROOT);
        api.create(
            (group.equals("v1") ? "/api/v1/" : "/apis/" + group + "/")
                + (metadata.has("namespace")
                    ? "namespaces/" + metadata.get("namespace").getAsString() + "/"
                    : "")
                + (kind.endsWith("y") ? kind.replaceAll("y$", "ies") : kind + "s"),
            object.toString());
      }
    }
  }

  /** Lets a user do everything. */
  void allowAll(String user) throws IOException {
    allow(user, "cluster-admin");
  }

  /** Gives a user a ClusterRole in the whole cluster. */
  void allow(String user, String role) throws IOException {
    api.create(
        RBAC + "clusterrolebindings",
        """
        {"metadata": {"name": "%2$s-of-%1$s"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
           "name": "%2$s"},
         "subjects": [{"kind": "User", "name": "%1$s"}]}
        """
            .formatted(user, role));
  }

  /** Lets a user do something with the pods of a namespace, and with nothing else. */
  void allowPods(String user, String namespace, String verb) throws IOException {
    api.create(
        RBAC + "namespaces/" + namespace + "/roles",
        """
        {"metadata": {"name": "pods"},
         "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["%s"]}]}
        """
            .formatted(verb));
    bind(user, namespace, "Role", "pods");
  }

  /** Makes a user an editor of a namespace, by the parts of Kubernetes' own role for that. */
  void allowEditing(String user, String namespace) throws IOException {
    bind(user, namespace, "ClusterRole", "system:aggregate-to-view");
    bind(user, namespace, "ClusterRole", "system:aggregate-to-edit");
  }

  private void bind(String user, String namespace, String kind, String role) throws IOException {
    api.create(
        RBAC + "namespaces/" + namespace + "/rolebindings",
        """
        {"metadata": {"name": "%1$s"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "%2$s", "name": "%1$s"},
         "subjects": [{"kind": "User", "name": "%3$s"}]}
        """
            .formatted(role, kind, user));
  }

  void addPriorityClass(String name, int value) throws IOException {
    api.create(
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "{\"metadata\":{\"name\":\"%s\"},\"value\":%d}".formatted(name, value));
  }

  void addQuota(String namespace, int gpus) throws IOException {
    api.create(
        "/api/v1/namespaces/" + namespace + "/resourcequotas",
        "{\"metadata\":{\"name\":\"gpus\"},\"spec\":" + hard(gpus) + "}");
  }

  void setQuota(String namespace, int gpus) throws IOException {
    api.patch(
        "/api/v1/namespaces/" + namespace + "/resourcequotas/gpus",
        "{\"spec\":" + hard(gpus) + "}");
  }

  private static String hard(int gpus) {
    return "{\"hard\":{\"requests.nvidia.com/gpu\":\"" + gpus + "\"}}";
  }

  /** Returns whether the controller has put the quota in force. */
  boolean quotaIsInForce(String namespace, int gpus) throws IOException {
    JsonObject status =
        api.get("/api/v1/namespaces/" + namespace + "/resourcequotas/gpus")
            .getAsJsonObject("status");
    return status.has("hard")
        && status
            .getAsJsonObject("hard")
            .get("requests.nvidia.com/gpu")
            .getAsString()
            .equals("" + gpus);
  }

  void addPods(String namespace, String prefix, int count, int gpus) throws IOException {
    addPods(namespace, prefix, count, gpus, "");
  }

  void addPods(String namespace, String prefix, int count, int gpus, String priorityClass)
      throws IOException {
    for (int i = 0; i < count; i++) {
      addPod(namespace, prefix + "-" + i, gpus, priority(priorityClass));
    }
  }

  /** Adds pods that take as long to end as most pods do. */
  void addLastingPods(String namespace, String prefix, int count, int gpus) throws IOException {
    for (int i = 0; i < count; i++) {
      addPod(namespace, prefix + "-" + i, gpus, "", 30);
    }
  }

  /** Lets the pods of a namespace end that are being deleted, as a kubelet does. */
  void endDeletedPods(String namespace) throws IOException {
    for (JsonObject pod : pods(namespace)) {
      if (isBeingDeleted(pod)) {
        api.delete("/api/v1/namespaces/" + namespace + "/pods/" + name(pod));
      }
    }
  }

  private static boolean isBeingDeleted(JsonObject pod) {
    return pod.getAsJsonObject("metadata").has("deletionTimestamp");
  }

  /** Returns how many pods of a namespace are not being deleted. */
  long staying(String namespace) throws IOException {
    return pods(namespace).stream().filter(p -> !isBeingDeleted(p)).count();
  }

  private static String priority(String name) {
    return ", \"priorityClassName\": \"" + name + "\"";
  }

  private void addPod(String namespace, String name, int gpus, String more) throws IOException {
    addPod(namespace, name, gpus, more, 0);
  }

  private void addPod(String namespace, String name, int gpus, String more, int graceSeconds)
      throws IOException {
    api.create(
        "/api/v1/namespaces/" + namespace + "/pods",
        """
        {"metadata": {"name": "%1$s"}, "spec": {
          "terminationGracePeriodSeconds": %4$d, "containers": [
            {"name": "main", "image": "none", "resources": {
              "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "%2$d"}}}]%3$s}}
        """
            .formatted(name, gpus, more, graceSeconds));
  }

  /** Adds a pod at which the scheduler isn't to look yet. */
  void addGatedPod(String namespace, String name, int gpus, String priorityClass)
      throws IOException {
    addPod(
        namespace,
        name,
        gpus,
        priority(priorityClass) + ", \"schedulingGates\": [{\"name\": \"later\"}]");
  }

  void openGate(String namespace, String pod) throws IOException {
    api.patch(
        "/api/v1/namespaces/" + namespace + "/pods/" + pod,
        "{\"spec\":{\"schedulingGates\":null}}");
  }

  /** Adds pods that run together or not at all. */
  void addGang(String namespace, String name, int size, int gpus) throws IOException {
    addGang(namespace, name, size, gpus, "", "");
  }

  /** Adds a gang whose pods must be within one domain of a level. */
  void addGangWithin(String namespace, String name, int size, int gpus, String level)
      throws IOException {
    addGang(namespace, name, size, gpus, ", \"plimsoll.dev/within\": \"" + level + "\"", "");
  }

  /** Adds a pod that runs on a node from its beginning. */
  void addPodOn(String namespace, String name, int gpus, String node) throws IOException {
    addPod(namespace, name, gpus, ", \"nodeName\": \"" + node + "\"");
  }

  /** Adds a gang whose pods all use a claim. */
  void addGangWithClaim(String namespace, String name, int size, int gpus, String claim)
      throws IOException {
    addGang(
        namespace,
        name,
        size,
        gpus,
        "",
        ", \"volumes\": [{\"name\": \"v\", \"persistentVolumeClaim\": {\"claimName\": \"%s\"}}]"
            .formatted(claim));
  }

  private void addGang(
      String namespace, String name, int size, int gpus, String annotations, String more)
      throws IOException {
    for (int i = 0; i < size; i++) {
      api.create(
          "/api/v1/namespaces/" + namespace + "/pods",
          """
          {"metadata": {"name": "%1$s-%2$d", "annotations": {
            "plimsoll.dev/group": "%1$s", "plimsoll.dev/group-size": "%3$d"%6$s}}, "spec": {
            "terminationGracePeriodSeconds": 0, "containers": [
              {"name": "main", "image": "none", "resources": {
                "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "%4$d"}}}]%5$s}}
          """
              .formatted(name, i, size, gpus, more, annotations));
    }
  }

  void removeNode(String name) throws IOException {
    api.delete("/api/v1/nodes/" + name);
  }

  List<JsonObject> pods(String namespace) throws IOException {
    return api.list("/api/v1/namespaces/" + namespace + "/pods");
  }

  long placed(String namespace, String prefix) throws IOException {
    return pods(namespace).stream()
        .filter(p -> name(p).startsWith(prefix) && node(p).isPresent())
        .count();
  }

  /** Returns the nodes of the placed pods of a namespace whose names begin so. */
  List<String> nodes(String namespace, String prefix) throws IOException {
    return pods(namespace).stream()
        .filter(p -> name(p).startsWith(prefix))
        .flatMap(p -> node(p).stream())
        .toList();
  }

  /** Returns how many pods wait with this in the message of their condition. */
  long waiting(String namespace, String message) throws IOException {
    return pods(namespace).stream()
        .filter(p -> node(p).isEmpty() && condition(p).contains(message))
        .count();
  }

  private static String name(JsonObject pod) {
    return pod.getAsJsonObject("metadata").get("name").getAsString();
  }

  private static Optional<String> node(JsonObject pod) {
    return Optional.ofNullable(pod.getAsJsonObject("spec").get("nodeName"))
        .map(JsonElement::getAsString);
  }

  private static String condition(JsonObject pod) {
    JsonObject status = pod.getAsJsonObject("status");
    if (status.has("conditions")) {
      for (JsonElement each : status.getAsJsonArray("conditions")) {
        JsonObject condition = each.getAsJsonObject();
        if (condition.get("type").getAsString().equals("PodScheduled")
            && condition.has("message")) {
          return condition.get("message").getAsString();
        }
      }
    }
    return "";
  }

  /** Returns a condition of a pod, if it has one of this type. */
  Optional<JsonObject> condition(String namespace, String pod, String type) throws IOException {
    JsonObject status =
        api.get("/api/v1/namespaces/" + namespace + "/pods/" + pod).getAsJsonObject("status");
    return !status.has("conditions")
        ? Optional.empty()
        : status.getAsJsonArray("conditions").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(c -> c.get("type").getAsString().equals(type))
            .findFirst();
  }

  /** Returns the names of the pods that are nominated for a node. */
  List<String> nominated(String namespace) throws IOException {
    return pods(namespace).stream()
        .filter(p -> p.getAsJsonObject("status").has("nominatedNodeName"))
        .map(EndToEndCluster::name)
        .toList();
  }

  /** Returns the names of the pods that events with this reason are about. */
  List<String> events(String namespace, String reason) throws IOException {
    return api.list("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events").stream()
        .filter(e -> e.get("reason").getAsString().equals(reason))
        .map(e -> e.getAsJsonObject("regarding").get("name").getAsString())
        .toList();
  }

  /** Returns how often events with this reason say the same, by what they say. */
  Map<String, Integer> notes(String namespace, String reason) throws IOException {
    Map<String, Integer> notes = new TreeMap<>();
    api.list("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events").stream()
        .filter(e -> e.get("reason").getAsString().equals(reason) && e.has("note"))
        .forEach(e -> notes.merge(e.get("note").getAsString(), 1, Integer::sum));
    return notes;
  }

  /** Returns the GPUs of each node that placed pods hold. */
  Map<String, Integer> gpusHeld() throws IOException {
    Map<String, Integer> held = new HashMap<>();
    for (JsonObject pod : api.list("/api/v1/pods")) {
      JsonObject main =
          pod.getAsJsonObject("spec").getAsJsonArray("containers").get(0).getAsJsonObject();
      int gpus =
          main.getAsJsonObject("resources")
              .getAsJsonObject("limits")
              .get("nvidia.com/gpu")
              .getAsInt();
      node(pod).ifPresent(n -> held.merge(n, gpus, Integer::sum));
    }
    return held;
  }

  boolean noGpuIsPlacedTwice() throws IOException {
    return gpusHeld().values().stream().allMatch(gpus -> gpus <= GPUS_PER_NODE);
  }

  void clear(List<String> namespaces) throws IOException {
    for (String namespace : namespaces) {
      api.deleteAll("/api/v1/namespaces/" + namespace + "/pods");
      api.deleteAll("/api/v1/namespaces/" + namespace + "/resourcequotas");
    }
  }
}
