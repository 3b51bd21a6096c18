package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.config.ExtenderSettings;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real kube-scheduler sent is answered as it wants to be answered. */
class RecordedCallsTest {
  private static ExtenderOverHttp extenderOverHttp;

  @BeforeAll
  static void start() {
    extenderOverHttp =
        new ExtenderOverHttp(
            ExtenderFixtures.cluster()
                .add(ExtenderFixtures.node("gpu-1", 4))
                .add(ExtenderFixtures.node("gpu-2", 4))
                .build(),
            ExtenderSettings.DEFAULT);
  }

  @AfterAll
  static void stop() {
    extenderOverHttp.close();
  }

  static Stream<Arguments> calls() throws IOException {
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(
                RecordedCallsTest.class.getResourceAsStream("extender-calls.json")),
            StandardCharsets.UTF_8)) {
      JsonArray calls = JsonParser.parseReader(reader).getAsJsonArray();
      List<Arguments> arguments = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        JsonObject call = calls.get(i).getAsJsonObject();
        arguments.add(
            Arguments.of(i, call.get("verb").getAsString(), call.getAsJsonObject("body")));
      }
      return arguments.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_is_answered_validly(int index, String verb, JsonObject body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = extenderOverHttp.post("/scheduler/" + verb, body.toString());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    JsonElement answer = JsonParser.parseString(response.body());
    switch (verb) {
      case "filter" -> filter(body, answer.getAsJsonObject());
      case "prioritize" -> prioritize(body, answer.getAsJsonArray());
      case "preempt" -> preempt(body, answer.getAsJsonObject());
      default -> assertThat(answer.toString()).matches("\\{\"Error\":\".*\"}");
    }
  }

  private static void filter(JsonObject body, JsonObject answer) {
    assertThat(answer.keySet())
        .containsExactly(
            "Nodes", "NodeNames", "FailedNodes", "FailedAndUnresolvableNodes", "Error");
    assertThat(answer.get("Error").getAsString()).isEmpty();
    assertThat(answer.get("Nodes").isJsonNull()).isEqualTo(body.get("Nodes").isJsonNull());
    assertThat(answer.get("NodeNames").isJsonNull()).isEqualTo(body.get("NodeNames").isJsonNull());
    if (body.get("Nodes").isJsonNull()) {
      assertThat(answer.get("NodeNames")).isEqualTo(body.get("NodeNames"));
    } else {
      assertThat(answer.getAsJsonObject("Nodes").get("items"))
          .isEqualTo(body.getAsJsonObject("Nodes").get("items"));
    }
  }

  private static void prioritize(JsonObject body, JsonArray answer) {
    List<String> hosts = new ArrayList<>();
    for (JsonElement element : answer) {
      JsonObject priority = element.getAsJsonObject();
      assertThat(priority.keySet()).containsExactly("Host", "Score");
      assertThat(priority.get("Score").getAsInt()).isBetween(0, 10);
      hosts.add(priority.get("Host").getAsString());
    }
    assertThat(hosts).containsExactlyElementsOf(names(body));
  }

  private static void preempt(JsonObject body, JsonObject answer) {
    assertThat(answer.keySet()).isEqualTo(Set.of("NodeNameToMetaVictims"));
    JsonObject asked =
        body.get("NodeNameToMetaVictims").isJsonNull()
            ? body.getAsJsonObject("NodeNameToVictims")
            : body.getAsJsonObject("NodeNameToMetaVictims");
    JsonObject told = answer.getAsJsonObject("NodeNameToMetaVictims");
    assertThat(told.keySet()).isNotEmpty().isSubsetOf(asked.keySet());
    told.entrySet()
        .forEach(
            e -> {
              JsonObject victims = e.getValue().getAsJsonObject();
              assertThat(victims.keySet()).containsExactly("Pods", "NumPDBViolations");
              assertThat(victims.getAsJsonArray("Pods"))
                  .isNotEmpty()
                  .hasSameSizeAs(asked.getAsJsonObject(e.getKey()).getAsJsonArray("Pods"))
                  .allMatch(p -> !p.getAsJsonObject().get("UID").getAsString().isEmpty());
            });
  }

  private static List<String> names(JsonObject body) {
    if (!body.get("NodeNames").isJsonNull()) {
      return body.getAsJsonArray("NodeNames").asList().stream()
          .map(JsonElement::getAsString)
          .toList();
    }
    return body.getAsJsonObject("Nodes").getAsJsonArray("items").asList().stream()
        .map(n -> n.getAsJsonObject().getAsJsonObject("metadata").get("name").getAsString())
        .toList();
  }
}
