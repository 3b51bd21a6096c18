package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Everything that a console can be asked, made of what its OpenAPI document lists, so that nothing
 * that it answers is left out.
 */
final class ConsoleQuestions {
  /** What is tried of each parameter and field; empty leaves it out. */
  private static final Map<String, List<String>> VALUES =
      Map.of(
          "namespace",
          List.of("", "team", "covert", "nowhere"),
          "kind",
          List.of("Pod", "Deployment"),
          "name",
          List.of("mine", "gpus", "hidden", "none"),
          "pod",
          List.of("", "mine", "hidden"),
          "resource",
          List.of("", "nvidia.com/gpu", "example.com/none"),
          "limit",
          List.of("", "5", "none"),
          "since",
          List.of("", "1d", "2d"),
          "by",
          List.of("", "tenant", "namespace"),
          "changes",
          List.of(
              "",
              "--set-quota team/gpus:requests.nvidia.com/gpu=9",
              "--remove-quota covert/quota-hidden",
              "--delete-pod covert/hidden",
              "--uncordon a",
              "--apply /etc/passwd"));

  /** A request; without a body where that is empty. */
  record Question(String method, String path, String body) {
    static Question get(String path) {
      return new Question("GET", path, "");
    }
  }

  private ConsoleQuestions() {}

  /** Returns what can be asked, but what is answered without end. */
  static List<Question> of(JsonObject openApi) {
    List<Question> questions = new ArrayList<>();
    openApi
        .getAsJsonObject("paths")
        .asMap()
        .forEach(
            (path, methods) ->
                methods
                    .getAsJsonObject()
                    .asMap()
                    .forEach((m, o) -> questions.addAll(of(m, path, o.getAsJsonObject()))));
    return questions;
  }

  private static List<Question> of(String method, String path, JsonObject operation) {
    if (operation.toString().contains("text/event-stream")) {
      return List.of();
    }
    String verb = method.toUpperCase(Locale.ROOT);
    if (verb.equals("GET")) {
      return combinations(parameters(operation), ConsoleQuestions::query).stream()
          .map(query -> Question.get(query.isEmpty() ? path : path + "?" + query))
          .toList();
    }
    return combinations(fields(path, operation), ConsoleQuestions::field).stream()
        .map(fields -> new Question(verb, path, "{" + fields + "}"))
        .toList();
  }

  private static List<String> parameters(JsonObject operation) {
    return Optional.ofNullable(operation.getAsJsonArray("parameters")).stream()
        .flatMap(parameters -> parameters.asList().stream())
        .map(parameter -> parameter.getAsJsonObject().get("name").getAsString())
        .toList();
  }

  /** Returns the fields of what is posted; what kube-scheduler posts isn't for the console. */
  private static List<String> fields(String path, JsonObject operation) {
    if (path.startsWith("/scheduler/")) {
      return List.of();
    }
    JsonElement at = operation;
    for (String field :
        List.of("requestBody", "content", "application/json", "schema", "properties")) {
      at = at.getAsJsonObject().get(field);
    }
    return List.copyOf(at.getAsJsonObject().keySet());
  }

  private static String query(String name, String value) {
    return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8) + "&";
  }

  private static String field(String name, String value) {
    return "\"%s\":\"%s\",".formatted(name, value);
  }

  /** Returns each combination of values, each value written, without the separator at the end. */
  private static List<String> combinations(
      List<String> names, BiFunction<String, String, String> write) {
    List<String> all = List.of("");
    for (String name : names) {
      List<String> values = VALUES.get(name);
      if (values == null) {
        throw new AssertionError("what is tried of " + name + "? name it in VALUES");
      }
      all =
          all.stream()
              .flatMap(
                  begun ->
                      values.stream().map(v -> v.isEmpty() ? begun : begun + write.apply(name, v)))
              .toList();
    }
    return all.stream().map(t -> t.isEmpty() ? t : t.substring(0, t.length() - 1)).toList();
  }
}
