package dev.plimsoll.cli.chart;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What accounts may do, one line for each verb on a resource. */
final class AccountRules {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

  private AccountRules() {}

  /** Returns what the API server says that who calls may do in a namespace. */
  static Set<String> reviewed(AdminApi caller, String namespace) throws IOException {
    JsonObject review =
        caller.create(
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
            "{\"spec\": {\"namespace\": \"" + namespace + "\"}}");
    return lines(review.getAsJsonObject("status").getAsJsonArray("resourceRules"));
  }

  /** Returns what the bindings among objects grant an account in a namespace. */
  static Set<String> granted(
      List<JsonObject> objects, AdminApi api, String account, String namespace) throws IOException {
    Set<String> granted = new TreeSet<>();
    for (JsonObject binding : objects) {
      boolean everywhere = JsonPaths.text(binding, "kind").equals("ClusterRoleBinding");
      boolean here =
          JsonPaths.text(binding, "kind").equals("RoleBinding")
              && JsonPaths.text(binding, "metadata", "namespace").equals(namespace);
      if ((everywhere || here) && names(binding, account)) {
        granted.addAll(lines(role(binding, api).getAsJsonArray("rules")));
      }
    }
    return granted;
  }

  private static boolean names(JsonObject binding, String account) {
    return binding.getAsJsonArray("subjects").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .anyMatch(s -> JsonPaths.text(s, "name").equals(account));
  }

  private static JsonObject role(JsonObject binding, AdminApi api) throws IOException {
    String name = JsonPaths.text(binding, "roleRef", "name");
    return JsonPaths.text(binding, "roleRef", "kind").equals("ClusterRole")
        ? api.get(RBAC + "clusterroles/" + name)
        : api.get(
            RBAC
                + "namespaces/"
                + JsonPaths.text(binding, "metadata", "namespace")
                + "/roles/"
                + name);
  }

  private static Set<String> lines(Iterable<JsonElement> rules) {
    Set<String> lines = new TreeSet<>();
    for (JsonElement element : rules) {
      JsonObject rule = element.getAsJsonObject();
      for (String group : texts(rule, "apiGroups")) {
        for (String resource : texts(rule, "resources")) {
          for (String verb : texts(rule, "verbs")) {
            lines.add("%s %s.%s %s".formatted(verb, resource, group, texts(rule, "resourceNames")));
          }
        }
      }
    }
    return lines;
  }

  private static List<String> texts(JsonObject rule, String field) {
    List<String> texts = new ArrayList<>();
    JsonPaths.at(rule, field)
        .ifPresent(f -> f.getAsJsonArray().forEach(t -> texts.add(t.getAsString())));
    return texts;
  }
}
