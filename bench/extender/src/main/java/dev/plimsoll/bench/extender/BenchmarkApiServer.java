package dev.plimsoll.bench.extender;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.util.List;

/** An API server with nodes of 8 GPUs and the pods that calls are about, which wait for a node. */
final class BenchmarkApiServer implements AutoCloseable {
  private static final String TOKEN = "secret";

  private final KubeApiServer server = KubeApiServer.start();
  private final int nodes;

  BenchmarkApiServer(int nodes, int pods) {
    this.nodes = nodes;
    server.access().token(TOKEN, new User("admin", "1", List.of("system:masters")));
    for (int i = 0; i < nodes; i++) {
      server
          .objects()
          .put(
              """
              {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
               "status": {"allocatable": {"cpu": "127500m", "memory": "1055721436Ki",
                 "pods": "110", "nvidia.com/gpu": "8"},
                 "conditions": [{"type": "Ready", "status": "True"}]}}"""
                  .formatted(BenchmarkCluster.node(i)));
    }
    for (int i = 0; i < BenchmarkCluster.TENANTS; i++) {
      server
          .objects()
          .put(
              """
              {"apiVersion": "v1", "kind": "ResourceQuota",
               "metadata": {"namespace": "%s", "name": "gpus"},
               "spec": {"hard": {"requests.nvidia.com/gpu": "%d"}}}"""
                  .formatted(BenchmarkCluster.namespace(i), 8L * nodes));
    }
    for (int i = 0; i < pods; i++) {
      server.objects().put(pod(i));
    }
  }

  private static JsonObject pod(int number) {
    JsonObject pod = JsonParser.parseString(CallBodies.pod(number)).getAsJsonObject();
    pod.addProperty("apiVersion", "v1");
    pod.addProperty("kind", "Pod");
    return pod;
  }

  /** Puts the pod with the number on a node, as kube-scheduler does after its calls. */
  void bind(int number) {
    JsonObject pod = pod(number);
    pod.getAsJsonObject("spec").addProperty("nodeName", BenchmarkCluster.node(number % nodes));
    server.objects().put(pod);
  }

  Path kubeconfig(Path folder) {
    return server.kubeconfig(folder, TOKEN, "default");
  }

  @Override
  public void close() {
    server.close();
  }
}
