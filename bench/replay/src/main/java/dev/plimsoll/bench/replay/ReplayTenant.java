package dev.plimsoll.bench.replay;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;

/**
 * A tenant with a namespace, a quota, and a ReplicaSet that should have as many pods of one GPU as
 * the tenant wants. What the ReplicaSet's controller would do is done here: pods are created as far
 * as quota admits them, and retried when it is raised.
 */
final class ReplayTenant {
  static final String GPU = "requests.nvidia.com/gpu";
  static final String NODE = "earth";
  static final String QUOTA = "gpus";

  private final Connection connection;
  private final String name;
  private final boolean enforced;
  private final String namespace;
  private final Deque<String> pods = new ArrayDeque<>();
  private String owner = "";
  private long wanted;
  private long created;
  private String reported = "";

  ReplayTenant(Connection connection, String name, int index, boolean enforced) {
    this.connection = connection;
    this.name = name;
    this.enforced = enforced;
    this.namespace = "t%02d-%s".formatted(index, name.toLowerCase(Locale.ROOT));
  }

  String name() {
    return name;
  }

  String namespace() {
    return namespace;
  }

  long running() {
    return pods.size();
  }

  /** Creates its objects, without a pod yet. */
  void create(long quota) throws StatusException {
    post("/api/v1/namespaces", "{'metadata': {'name': '%s'}}".formatted(namespace));
    post(
        path("v1", "resourcequotas"),
        "{'metadata': {'name': '%s'}, 'spec': {'hard': {'%s': '%d'}}}"
            .formatted(QUOTA, GPU, quota));
    owner =
        post(
                path("apps/v1", "replicasets"),
                """
                {'metadata': {'name': 'work'},
                 'spec': {'replicas': 0, 'selector': {'matchLabels': {'app': 'work'}},
                   'template': {'metadata': {'labels': {'app': 'work'}}, 'spec': %s}}}
                """
                    .formatted(spec("")))
            .getAsJsonObject("metadata")
            .get("uid")
            .getAsString();
  }

  private static String spec(String more) {
    return """
    {'containers': [{'name': 'c', 'image': 'i', 'resources': {
       'requests': {'nvidia.com/gpu': '1'}, 'limits': {'nvidia.com/gpu': '1'}}}]%s}\
    """
        .formatted(more);
  }

  /** Wants so many GPUs from now on: pods beyond that end, and what quota admits is created. */
  void want(long gpus, long quota) throws StatusException {
    boolean more = gpus > wanted;
    boolean changed = gpus != wanted;
    wanted = gpus;
    if (more) {
      admit(quota);
    }
    if (changed) {
      merge(path("apps/v1", "replicasets") + "/work", "{'spec': {'replicas': %d}}".formatted(gpus));
    }
    while (pods.size() > wanted) {
      connection.write(
          "DELETE",
          path("v1", "pods") + "/" + pods.removeLast(),
          Map.of(),
          Connection.JSON,
          json("{'apiVersion': 'v1', 'kind': 'DeleteOptions', 'gracePeriodSeconds': 0}"));
    }
  }

  /** Creates the pods that are missing as far as a quota admits them. */
  void admit(long quota) throws StatusException {
    try {
      while (pods.size() < wanted && pods.size() < quota) {
        String pod = "work-" + created++;
        post(
            path("v1", "pods"),
            """
            {'metadata': {'name': '%s', 'labels': {'app': 'work'}, 'ownerReferences': [
               {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'name': 'work', 'uid': '%s',
                'controller': true}]},
             'spec': %s}
            """
                .formatted(pod, owner, spec(", 'nodeName': '" + NODE + "'")));
        pods.addLast(pod);
      }
    } catch (StatusException e) {
      if (e.code() != StatusException.FORBIDDEN) {
        throw e;
      }
    }
  }

  /** Keeps the quota's status as the quota controller does, where nobody else does. */
  void report(long quota) throws StatusException {
    String status =
        "{'status': {'hard': {'%1$s': '%2$d'}, 'used': {'%1$s': '%3$d'}}}"
            .formatted(GPU, quota, pods.size());
    if (!enforced && !status.equals(reported)) {
      merge(path("v1", "resourcequotas") + "/" + QUOTA + "/status", status);
      reported = status;
    }
  }

  private String path(String version, String plural) {
    return (version.equals("v1") ? "/api/" : "/apis/")
        + version
        + "/namespaces/"
        + namespace
        + "/"
        + plural;
  }

  private JsonObject post(String path, String object) throws StatusException {
    return connection.write("POST", path, Map.of(), Connection.JSON, json(object));
  }

  private void merge(String path, String patch) throws StatusException {
    JsonObject unused =
        connection.write("PATCH", path, Map.of(), Connection.MERGE_PATCH, json(patch));
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
  }
}
