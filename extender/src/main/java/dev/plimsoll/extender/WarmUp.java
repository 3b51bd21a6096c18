package dev.plimsoll.extender;

import dev.plimsoll.extender.api.ExtenderRoutes;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Loads and compiles the code before the first call: rehearses the same answers on a temporary
 * loopback port; they are in no metric.
 */
final class WarmUp {
  private static final int ROUNDS = 200;
  private static final int NODES = 1000;
  private static final String POD_AND_NAMES =
      """
      {"Pod": {"metadata": {"name": "warm-up", "namespace": "%s", "uid": "warm-up",
        "labels": {"a": "b"}, "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job",
          "name": "j", "uid": "j", "controller": true}]},
       "spec": {"containers": [{"name": "c", "resources": {
          "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"},
          "requests": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"}}}],
        "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}],
        "volumes": [{"name": "v", "emptyDir": {}}], "priority": 0},
       "status": {"phase": "Pending", "qosClass": "Guaranteed"}},
       "Nodes": null, "NodeNames": ["%s"]}
      """;

  private WarmUp() {}

  static void run(Extender extender, HttpSettings settings) {
    byte[] call = call(extender.cluster());
    Extender rehearsing = extender.copyForWarmUp();
    ExtenderMetrics metrics = new ExtenderMetrics(rehearsing.decisions(), new PrometheusRegistry());
    DecisionJournal journal = new DecisionJournal(1, Clock.systemUTC(), Optional::empty);
    ExtenderRoutes routes = new ExtenderRoutes(rehearsing, metrics, Optional::empty, journal);
    try (HttpService rehearsal =
        HttpService.start("warm-up", settings.onLoopback(), routes.all())) {
      for (int i = 0; i < ROUNDS; i++) {
        for (String verb : List.of("filter", "prioritize")) {
          post("http://127.0.0.1:" + rehearsal.port() + "/scheduler/" + verb, call);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pod in a namespace that has a quota, if there is one, and a good many nodes. */
  private static byte[] call(Cluster cluster) {
    String namespace =
        cluster.list(ResourceQuota.class).stream()
            .map(ApiObject::namespace)
            .findFirst()
            .orElse("default");
    String names =
        cluster.nodes().stream()
            .limit(NODES)
            .map(ApiObject::name)
            .collect(Collectors.joining("\",\""));
    return POD_AND_NAMES.formatted(namespace, names).getBytes(StandardCharsets.UTF_8);
  }

  private static void post(String url, byte[] body) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url).toURL().openConnection(Proxy.NO_PROXY);
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Content-Type", "application/json");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    try (InputStream in = connection.getInputStream()) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
