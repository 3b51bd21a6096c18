package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConsoleManifestsTest {
  private static final JsonObject DEPLOYMENT =
      ConsoleManifests.spec("console/deployment.yaml", "Deployment");
  private static final JsonObject POD =
      DEPLOYMENT.getAsJsonObject("template").getAsJsonObject("spec");
  private static final JsonObject CONTAINER =
      POD.getAsJsonArray("containers").get(0).getAsJsonObject();

  @Test
  void pods_meet_the_restricted_standard_and_write_nowhere_but_to_tmp() {
    assertThat(POD.getAsJsonObject("securityContext").get("runAsNonRoot").getAsBoolean()).isTrue();
    assertThat(CONTAINER.getAsJsonObject("securityContext"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true,
                 "runAsNonRoot": true, "capabilities": {"drop": ["ALL"]}}"""));
    for (JsonElement volume : POD.getAsJsonArray("volumes")) {
      assertThat(volume.getAsJsonObject().keySet())
          .isSubsetOf("name", "configMap", "secret", "emptyDir");
    }
  }

  @Test
  void what_selects_the_pods_selects_these() {
    JsonObject labels =
        DEPLOYMENT
            .getAsJsonObject("template")
            .getAsJsonObject("metadata")
            .getAsJsonObject("labels");
    JsonObject budget = ConsoleManifests.spec("console/deployment.yaml", "PodDisruptionBudget");
    JsonObject network = ConsoleManifests.spec("console/networkpolicy.yaml", "NetworkPolicy");
    JsonObject service = ConsoleManifests.spec("console/service.yaml", "Service");

    for (JsonObject selector :
        List.of(
            DEPLOYMENT.getAsJsonObject("selector").getAsJsonObject("matchLabels"),
            budget.getAsJsonObject("selector").getAsJsonObject("matchLabels"),
            network.getAsJsonObject("podSelector").getAsJsonObject("matchLabels"),
            service.getAsJsonObject("selector"))) {
      assertThat(selector.entrySet()).isNotEmpty().isSubsetOf(labels.entrySet());
    }
  }

  @Test
  void ports_and_probes_are_those_that_the_service_listens_on() {
    JsonObject serve = ConsoleManifests.read("console/serve.yaml").get(0);
    Map<String, Integer> listened =
        Map.of(
            "console",
            serve.getAsJsonObject("console").getAsJsonObject("listen").get("port").getAsInt(),
            "management",
            serve.getAsJsonObject("management").get("port").getAsInt(),
            "metrics",
            serve.getAsJsonObject("metrics").getAsJsonObject("listen").get("port").getAsInt());
    Set<String> named = new HashSet<>();
    for (JsonElement each : CONTAINER.getAsJsonArray("ports")) {
      JsonObject port = each.getAsJsonObject();
      named.add(port.get("name").getAsString());
      assertThat(listened)
          .containsEntry(port.get("name").getAsString(), port.get("containerPort").getAsInt());
    }

    assertThat(named).isEqualTo(listened.keySet());
    Map.of("startupProbe", "/readyz", "readinessProbe", "/readyz", "livenessProbe", "/healthz")
        .forEach(
            (probe, path) -> {
              JsonObject get = CONTAINER.getAsJsonObject(probe).getAsJsonObject("httpGet");
              assertThat(get.get("path").getAsString()).as(probe).isEqualTo(path);
              assertThat(get.get("port").getAsString()).as(probe).isEqualTo("management");
            });
  }
}
