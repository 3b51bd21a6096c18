package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is documented and what is answered are the same. */
class OpenApiTest {
  private static ExtenderOverHttp extenderOverHttp;

  @BeforeAll
  static void start() {
    Path example = Path.of(System.getProperty("plimsoll.root"), "examples/gpu-tenants.json");
    extenderOverHttp =
        new ExtenderOverHttp(
            SnapshotReader.read(List.of(example), n -> {}),
            ExtenderSettings.DEFAULT.withPolicies(
                List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE))));
  }

  @AfterAll
  static void stop() {
    extenderOverHttp.close();
  }

  private static JsonObject document() throws IOException, InterruptedException {
    return JsonParser.parseString(extenderOverHttp.get("/openapi.json").body()).getAsJsonObject();
  }

  @Test
  void every_route_is_documented_and_nothing_else() throws IOException, InterruptedException {
    Set<String> documented = new TreeSet<>();
    for (Map.Entry<String, JsonElement> path : document().getAsJsonObject("paths").entrySet()) {
      path.getValue().getAsJsonObject().keySet().stream()
          .map(method -> method.toUpperCase(Locale.ROOT) + " " + path.getKey())
          .forEach(documented::add);
    }
    Set<String> answered =
        routes().stream()
            .map(r -> r.method() + " " + r.path())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(documented).isEqualTo(answered);
  }

  private static List<Route> routes() {
    ServerDependencies dependencies = ServerDependencies.ofSnapshot("test");
    return Server.withCommon(
        new ExtenderServer(extenderOverHttp.extender, dependencies, AccessGuard.open()).routes(),
        dependencies);
  }

  @Test
  void every_documented_path_answers_as_it_says() throws IOException, InterruptedException {
    for (Map.Entry<String, JsonElement> path : document().getAsJsonObject("paths").entrySet()) {
      JsonObject methods = path.getValue().getAsJsonObject();
      JsonObject method = methods.getAsJsonObject(methods.has("get") ? "get" : "post");
      HttpResponse<String> answer =
          methods.has("get")
              ? extenderOverHttp.get(path.getKey() + query(method))
              : extenderOverHttp.post(path.getKey(), "{}");
      String status = Integer.toString(answer.statusCode());
      JsonObject responses = method.getAsJsonObject("responses");

      assertThat(responses.keySet()).as(path.getKey()).contains(status);
      String type = answer.headers().firstValue("Content-Type").orElseThrow();
      assertThat(responses.getAsJsonObject(status).getAsJsonObject("content").keySet())
          .as(path.getKey())
          .contains(type.split(";", 2)[0]);
    }
  }

  private static String query(JsonObject method) {
    List<String> query = new ArrayList<>();
    if (method.has("parameters")) {
      for (JsonElement each : method.getAsJsonArray("parameters")) {
        JsonObject parameter = each.getAsJsonObject();
        if (parameter.get("required").getAsBoolean()) {
          query.add(
              parameter.get("name").getAsString() + "=" + parameter.get("example").getAsString());
        }
      }
    }
    return query.isEmpty() ? "" : "?" + String.join("&", query);
  }

  @Test
  void shares_are_told_with_what_is_held_of_them() throws IOException, InterruptedException {
    JsonObject share =
        JsonParser.parseString(extenderOverHttp.get("/api/v1/shares").body())
            .getAsJsonObject()
            .getAsJsonArray("shares")
            .get(0)
            .getAsJsonObject();

    assertThat(share.get("tenant").getAsString()).isEqualTo("one");
    assertThat(share.get("resource").getAsString()).isEqualTo("nvidia.com/gpu");
    assertThat(share.get("placed").getAsString()).isEqualTo("0");
    assertThat(share.get("idle")).isEqualTo(share.get("share"));
  }

  @Test
  void metrics_keep_to_the_conventions() throws IOException, InterruptedException {
    List<String> lines = extenderOverHttp.get("/metrics").body().lines().toList();
    Set<String> families = new TreeSet<>();
    Set<String> samples = new TreeSet<>();
    String family = "";
    String type = "";
    boolean helped = false;
    for (String line : lines) {
      if (line.startsWith("# HELP ")) {
        family = line.split(" ", 4)[2];
        assertThat(line.split(" ", 4)[3]).as(family).isNotBlank().endsWith(".");
        assertThat(families.add(family)).as(family + " is told once").isTrue();
        assertThat(family).matches("plimsoll_[a-z_]+");
        helped = true;
      } else if (line.startsWith("# TYPE ")) {
        assertThat(line).startsWith("# TYPE " + family + " ");
        type = line.substring(line.lastIndexOf(' ') + 1);
        assertThat(family.endsWith("_total")).as(family).isEqualTo(type.equals("counter"));
        assertThat(family).doesNotContainPattern("_(milliseconds|minutes|kilobytes|percent)");
        assertThat(helped).isTrue();
        helped = false;
      } else {
        String name = line.replaceFirst("[{ ].*", "");
        String suffix = type.equals("histogram") ? "(_bucket|_sum|_count)" : "";
        assertThat(name).matches(family + suffix);
        assertThat(samples.add(line.substring(0, line.lastIndexOf(' ')))).as(line).isTrue();
      }
    }
    assertThat(families)
        .contains(
            "plimsoll_node_group_capacity",
            "plimsoll_node_group_placed",
            "plimsoll_node_group_free",
            "plimsoll_node_group_largest_free_block",
            "plimsoll_quota_hard",
            "plimsoll_share",
            "plimsoll_extender_drifts_total",
            "plimsoll_extender_assumed_pods");
  }
}
