package dev.plimsoll.stage.monitor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The scrape configuration that Prometheus' operator derives from a PodMonitor: a job for each of
 * its endpoints.
 */
final class ScrapeConfig {
  private final AdminApi api;
  private final Path folder;

  /**
   * Creates one.
   *
   * @param folder where targets and what secrets hold are written to
   */
  ScrapeConfig(AdminApi api, Path folder) {
    this.api = api;
    this.folder = folder;
  }

  /** Returns the jobs of a PodMonitor. The interval is shorter, so that nobody waits for it. */
  JsonArray jobs(JsonObject monitor) throws Exception {
    JsonArray jobs = new JsonArray();
    for (JsonObject endpoint : JsonPaths.objects(monitor, "spec", "podMetricsEndpoints")) {
      jobs.add(job(monitor, endpoint, jobs.size()));
    }
    return jobs;
  }

  private JsonObject job(JsonObject monitor, JsonObject endpoint, int number) throws Exception {
    String namespace = JsonPaths.text(monitor, "metadata", "namespace");
    JsonObject job = new JsonObject();
    job.addProperty(
        "job_name",
        "podMonitor/%s/%s/%d"
            .formatted(namespace, JsonPaths.text(monitor, "metadata", "name"), number));
    job.addProperty("scrape_interval", "5s");
    job.addProperty("scrape_timeout", "5s");
    job.addProperty("metrics_path", JsonPaths.string(endpoint, "path").orElse("/metrics"));
    job.addProperty(
        "scheme", JsonPaths.string(endpoint, "scheme").orElse("http").toLowerCase(Locale.ROOT));
    job.addProperty("honor_labels", JsonPaths.text(endpoint, "honorLabels").equals("true"));
    // A build of Prometheus may lack the discovery of pods; their labels are those that it gives.
    JsonObject discovery = new JsonObject();
    Path targets = folder.resolve("targets-" + number + ".json");
    Path unused = Files.writeString(targets, PodTargets.of(api, namespace).toString());
    discovery.add("files", JsonPaths.array(List.of(targets.toString())));
    JsonArray discoveries = new JsonArray();
    discoveries.add(discovery);
    job.add("file_sd_configs", discoveries);
    job.add("relabel_configs", relabelling(monitor, endpoint));
    if (endpoint.has("tlsConfig")) {
      job.add("tls_config", tls(endpoint.getAsJsonObject("tlsConfig"), namespace));
    }
    credentials(job, endpoint, namespace);
    return job;
  }

  private static JsonArray relabelling(JsonObject monitor, JsonObject endpoint) {
    JsonArray rules = new JsonArray();
    JsonObject labels =
        JsonPaths.object(monitor, "spec", "selector", "matchLabels").orElseGet(JsonObject::new);
    for (Map.Entry<String, JsonElement> each : labels.entrySet()) {
      rules.add(keep(label(each.getKey()), each.getValue().getAsString()));
    }
    JsonPaths.string(endpoint, "port")
        .ifPresent(it -> rules.add(keep("__meta_kubernetes_pod_container_port_name", it)));
    JsonObject ended = keep("__meta_kubernetes_pod_phase", "(Failed|Succeeded)");
    ended.addProperty("action", "drop");
    rules.add(ended);
    rules.add(replace("__meta_kubernetes_pod_name", "pod"));
    rules.add(replace("__meta_kubernetes_pod_container_name", "container"));
    rules.add(replace("__meta_kubernetes_namespace", "namespace"));
    JsonPaths.string(monitor, "spec", "jobLabel")
        .ifPresent(it -> rules.add(replace(label(it), "job")));
    return rules;
  }

  static String label(String name) {
    return "__meta_kubernetes_pod_label_" + name.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static JsonObject keep(String label, String value) {
    JsonObject rule = new JsonObject();
    rule.add("source_labels", JsonPaths.array(List.of(label)));
    rule.addProperty("regex", value);
    rule.addProperty("action", "keep");
    return rule;
  }

  private static JsonObject replace(String label, String target) {
    JsonObject rule = new JsonObject();
    rule.add("source_labels", JsonPaths.array(List.of(label)));
    rule.addProperty("target_label", target);
    return rule;
  }

  private JsonObject tls(JsonObject config, String namespace) throws Exception {
    JsonObject tls = new JsonObject();
    tls.addProperty(
        "insecure_skip_verify", JsonPaths.text(config, "insecureSkipVerify").equals("true"));
    JsonPaths.string(config, "serverName").ifPresent(it -> tls.addProperty("server_name", it));
    for (Map.Entry<String, String> each : Map.of("ca", "ca_file", "cert", "cert_file").entrySet()) {
      for (String kind : List.of("secret", "configMap")) {
        if (JsonPaths.object(config, each.getKey(), kind).isPresent()) {
          JsonObject of = config.getAsJsonObject(each.getKey()).getAsJsonObject(kind);
          tls.addProperty(each.getValue(), file(kind, of, namespace));
        }
      }
    }
    if (config.has("keySecret")) {
      tls.addProperty("key_file", file("secret", config.getAsJsonObject("keySecret"), namespace));
    }
    return tls;
  }

  private void credentials(JsonObject job, JsonObject endpoint, String namespace) throws Exception {
    JsonObject secret =
        JsonPaths.object(endpoint, "authorization", "credentials")
            .or(() -> JsonPaths.object(endpoint, "bearerTokenSecret"))
            .orElseGet(JsonObject::new);
    if (secret.has("name")) {
      JsonObject authorization = new JsonObject();
      authorization.addProperty("credentials_file", file("secret", secret, namespace));
      job.add("authorization", authorization);
    }
  }

  private String file(String kind, JsonObject of, String namespace) throws Exception {
    String name = JsonPaths.text(of, "name");
    String key = JsonPaths.text(of, "key");
    String path =
        "/api/v1/namespaces/%s/%ss/%s".formatted(namespace, kind.toLowerCase(Locale.ROOT), name);
    Await.until(path + " has " + key, () -> !data(path, key).isEmpty());
    String value = data(path, key);
    byte[] content =
        kind.equals("secret")
            ? Base64.getDecoder().decode(value)
            : value.getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve(name + "-" + key);
    return Files.write(file, content).toString();
  }

  private String data(String path, String key) throws Exception {
    return JsonPaths.text(api.get(path), "data", key);
  }
}
