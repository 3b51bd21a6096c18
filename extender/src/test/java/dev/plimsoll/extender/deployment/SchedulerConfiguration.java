package dev.plimsoll.extender.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields of KubeSchedulerConfiguration that these manifests may use. Source: {@code
 * staging/src/k8s.io/kube-scheduler/config/v1/types.go}.
 */
final class SchedulerConfiguration {

  /** What must be explained by a comment right above it. */
  static final List<String> CHOICES =
      List.of("percentageOfNodesToScore", "weight", "nodeCacheCapable", "httpTimeout", "ignorable");

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "",
          Set.of(
              "apiVersion",
              "kind",
              "parallelism",
              "leaderElection",
              "clientConnection",
              "percentageOfNodesToScore",
              "podInitialBackoffSeconds",
              "podMaxBackoffSeconds",
              "profiles",
              "extenders",
              "delayCacheUntilActive"),
          "leaderElection",
          Set.of(
              "leaderElect",
              "leaseDuration",
              "renewDeadline",
              "retryPeriod",
              "resourceLock",
              "resourceName",
              "resourceNamespace"),
          "clientConnection",
          Set.of("kubeconfig", "acceptContentTypes", "contentType", "qps", "burst"),
          "profiles",
          Set.of("schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"),
          "extenders",
          Set.of(
              "urlPrefix",
              "filterVerb",
              "preemptVerb",
              "prioritizeVerb",
              "weight",
              "bindVerb",
              "enableHTTPS",
              "tlsConfig",
              "httpTimeout",
              "nodeCacheCapable",
              "managedResources",
              "ignorable"),
          "extenders.tlsConfig",
          Set.of(
              "insecure",
              "serverName",
              "certFile",
              "keyFile",
              "caFile",
              "certData",
              "keyData",
              "caData"));

  private SchedulerConfiguration() {}

  static void parseStrictly(JsonObject configuration) {
    assertThat(configuration.get("apiVersion").getAsString())
        .isEqualTo("kubescheduler.config.k8s.io/v1");
    assertThat(configuration.get("kind").getAsString()).isEqualTo("KubeSchedulerConfiguration");
    check("", configuration);
  }

  private static void check(String path, JsonObject object) {
    assertThat(FIELDS).containsKey(path);
    assertThat(FIELDS.get(path)).as(path).containsAll(object.keySet());
    object.entrySet().forEach(field -> descend(path, field.getKey(), field.getValue()));
  }

  private static void descend(String path, String name, JsonElement value) {
    String inside = path.isEmpty() ? name : path + "." + name;
    if (value.isJsonObject()) {
      check(inside, value.getAsJsonObject());
    } else if (value.isJsonArray()) {
      value.getAsJsonArray().forEach(item -> descend(path, name, item));
    }
  }
}
