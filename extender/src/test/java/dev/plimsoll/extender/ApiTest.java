package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.file.SnapshotReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ApiTest {
  private static ExtenderOverHttp extenderOverHttp;

  @BeforeAll
  static void start() {
    Path example = Path.of(System.getProperty("plimsoll.root"), "examples/gpu-tenants.json");
    extenderOverHttp =
        new ExtenderOverHttp(
            SnapshotReader.read(List.of(example), n -> {}), ExtenderSettings.DEFAULT);
  }

  @AfterAll
  static void stop() {
    extenderOverHttp.close();
  }

  private static String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = extenderOverHttp.get(path);
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    return response.body();
  }

  @Test
  void the_answers_of_the_command_line_are_there() throws IOException, InterruptedException {
    assertThat(JsonParser.parseString(get("/api/v1/gaps")).getAsJsonObject().getAsJsonArray("gaps"))
        .hasSize(17);
    assertThat(get("/api/v1/explain?kind=Deployment&namespace=vision&name=notebook"))
        .contains("\"verdict\":\"DeniedByQuota\"");
    assertThat(get("/api/v1/capacity")).contains("NVIDIA-A100-SXM4-80GB");
    assertThat(get("/api/v1/quota?namespace=research")).contains("\"pending\":\"6\"");
    assertThat(get("/api/v1/assumed-pods")).isEqualTo("{\"assumedPods\":[]}");
    assertThat(get("/api/v1/held-pods")).isEqualTo("{\"heldPods\":[]}");
    assertThat(get("/api/v1/reservations")).isEqualTo("{\"reservations\":[]}");
  }

  @Test
  void health_version_and_metrics_are_there() throws IOException, InterruptedException {
    assertThat(get("/healthz")).isEqualTo("ok\n");
    assertThat(get("/readyz")).isEqualTo("ok\n");
    assertThat(get("/version")).isEqualTo("{\"version\":\"test\"}");
    assertThat(get("/metrics"))
        .contains("# TYPE plimsoll_extender_assumed_pods gauge")
        .contains(
            "plimsoll_node_group_free{per_node=\"8\",product=\"NVIDIA-A100-SXM4-80GB\",resource=\"nvidia.com/gpu\"");
  }

  @Test
  void what_is_not_there_is_said_in_a_sentence() throws IOException, InterruptedException {
    HttpResponse<String> missing =
        extenderOverHttp.get("/api/v1/explain?kind=Pod&namespace=vision&name=none");
    HttpResponse<String> incomplete = extenderOverHttp.get("/api/v1/explain?kind=Pod");

    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).contains("Pod vision/none not found");
    assertThat(incomplete.statusCode()).isEqualTo(400);
  }
}
