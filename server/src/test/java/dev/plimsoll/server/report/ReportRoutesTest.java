package dev.plimsoll.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.FailingRules;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportRoutesTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("plimsoll.root"), "examples/gpu-tenants.json");

  private static JsonObject get(String path, Map<String, String> query) {
    Cluster example = SnapshotReader.read(List.of(EXAMPLE), n -> {});
    ReportRoutes routes =
        new ReportRoutes(
            new Reports(() -> example, AccessGuard.open()),
            cluster ->
                Simulation.of(cluster, FailingRules.in("vision"), DefaultPlugins.scheduler()));
    Reply reply =
        routes.all().stream()
            .filter(r -> r.path().equals(path))
            .findFirst()
            .orElseThrow()
            .handler()
            .apply(new Call(InputStream.nullInputStream(), query, ""));
    assertThat(reply.status()).isEqualTo(200);
    return JsonParser.parseString(new String(reply.body().get(0), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  @Test
  void a_workload_on_which_a_rule_fails_is_explained_up_to_there() {
    JsonObject explanation =
        get(
            "/api/v1/explain",
            Map.of("kind", "Deployment", "namespace", "vision", "name", "notebook"));

    assertThat(explanation.get("verdict").getAsString()).isEqualTo("Unknown");
    assertThat(explanation.getAsJsonArray("unexamined"))
        .singleElement()
        .satisfies(
            u -> assertThat(u.getAsJsonObject().get("step").getAsString()).isEqualTo("Admission"));
  }

  @Test
  void a_workload_of_another_tenant_is_explained_whole() {
    JsonObject explanation =
        get("/api/v1/explain", Map.of("kind", "Deployment", "namespace", "serving", "name", "api"));

    assertThat(explanation.get("verdict").getAsString()).isEqualTo("DeniedByQuota");
    assertThat(explanation.getAsJsonArray("unexamined")).isEmpty();
  }
}
