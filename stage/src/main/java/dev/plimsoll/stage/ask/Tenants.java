package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.util.List;

/** The tenants of the stage: their namespaces, quotas, policies and pods. */
public final class Tenants {
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
  private static final String JSON = "application/json";

  private final AdminApi api;

  /** Creates them for an API server. */
  public Tenants(AdminApi api) {
    this.api = api;
  }

  /** Makes a namespace with labels in JSON. */
  public void namespace(String name, String labels) throws IOException {
    if (!api.isThere("/api/v1/namespaces/" + name)) {
      JsonObject unused =
          api.create(
              "/api/v1/namespaces",
              """
              {"metadata": {"name": "%s", "labels": %s}}
              """
                  .formatted(name, labels));
    }
  }

  /** Gives a namespace a ResourceQuota of GPUs. */
  public void quota(String namespace, int gpus) throws IOException {
    quota(namespace, "gpus", gpus);
  }

  void quota(String namespace, String name, int gpus) throws IOException {
    JsonObject unused =
        api.create(
            "/api/v1/namespaces/" + namespace + "/resourcequotas",
            """
            {"metadata": {"name": "%s"}, "spec": {"hard": {"requests.nvidia.com/gpu": "%d"}}}
            """
                .formatted(name, gpus));
  }

  /** Makes a CapacityPolicy of a name with a spec in JSON. */
  public void policy(String name, String spec) throws IOException {
    deletePolicy(name);
    JsonObject unused =
        api.create(
            POLICIES,
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy", "metadata": {"name": "%s"}, "spec": %s}
            """
                .formatted(name, spec));
  }

  void deletePolicy(String name) throws IOException {
    if (api.isThere(POLICIES + "/" + name)) {
      api.delete(POLICIES + "/" + name);
    }
  }

  /** Asks for a pod with GPUs, and returns the answer. */
  public AdminApi.Answer pod(String namespace, String name, int gpus, String more)
      throws IOException {
    return api.exchange("POST", pods(namespace), JSON, podOf(name, gpus, more));
  }

  /** Asks for a pod with GPUs without making one. */
  public AdminApi.Answer dryRun(String namespace, String name, int gpus) throws IOException {
    return api.exchange("POST", pods(namespace) + "?dryRun=All", JSON, podOf(name, gpus, ""));
  }

  private static String podOf(String name, int gpus, String more) {
    return """
        {"metadata": {"name": "%s"}, "spec": {%s "containers": [{"name": "main", "image": "tenant.example/train:1",
          "resources": {"requests": {"cpu": "1"}, "limits": {"nvidia.com/gpu": "%d"}}}]}}
        """
        .formatted(name, more, gpus);
  }

  /** Returns the path of a namespace's pods. */
  public static String pods(String namespace) {
    return "/api/v1/namespaces/" + namespace + "/pods";
  }

  /** Returns a pod. */
  public JsonObject pod(String namespace, String name) throws IOException {
    return api.get(pods(namespace) + "/" + name);
  }

  /** Returns the node of a pod; empty if it has none. */
  public String nodeOf(String namespace, String name) throws IOException {
    return JsonPaths.text(pod(namespace, name), "spec", "nodeName");
  }

  /** Asks for more quota, as a tenant does. */
  void request(String namespace, int gpus) throws IOException {
    JsonObject unused =
        api.create(
            "/apis/plimsoll.dev/v1alpha1/namespaces/" + namespace + "/quotarequests",
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaRequest", "metadata": {"name": "more"},
             "spec": {"hard": {"requests.nvidia.com/gpu": "%d"}, "reason": "the stage"}}
            """
                .formatted(gpus));
  }

  /** Makes a Deployment of pods with one GPU. */
  public void deployment(String namespace, String name, int replicas) throws IOException {
    JsonObject unused =
        api.create(
            "/apis/apps/v1/namespaces/" + namespace + "/deployments",
            """
            {"metadata": {"name": "%1$s"}, "spec": {"replicas": %2$d, "selector": {"matchLabels": {"app": "%1$s"}},
              "template": {"metadata": {"labels": {"app": "%1$s"}}, "spec": {"containers": [{"name": "main",
                "image": "tenant.example/serve:1", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}}}
            """
                .formatted(name, replicas));
  }

  /** Deletes namespaces and policies of these names, and waits until they are gone. */
  public void delete(List<String> namespaces, List<String> policies) throws Exception {
    for (String each : namespaces) {
      if (api.isThere("/api/v1/namespaces/" + each)) {
        api.deleteAll(pods(each));
        api.delete("/api/v1/namespaces/" + each);
      }
    }
    for (String each : policies) {
      deletePolicy(each);
    }
    for (String each : namespaces) {
      Await.until(
          "namespace " + each + " is gone", () -> !api.isThere("/api/v1/namespaces/" + each));
    }
  }
}
