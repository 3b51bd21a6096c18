package dev.plimsoll.cli.chart;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Objects of any kind on a real API server: where they are is what discovery says. */
public final class ApplyingApi {
  private final AdminApi api;
  private final Map<String, JsonObject> resources = new HashMap<>();

  /** Asks that API server. */
  public ApplyingApi(AdminApi api) {
    this.api = api;
  }

  /** Returns the path of an object. */
  public String path(JsonObject object) throws IOException {
    String version = JsonPaths.text(object, "apiVersion");
    String kind = JsonPaths.text(object, "kind");
    String base = (version.contains("/") ? "/apis/" : "/api/") + version;
    String key = version + " " + kind;
    if (!resources.containsKey(key)) {
      resources.put(key, resource(base, kind));
    }
    JsonObject resource = resources.get(key);
    boolean namespaced = resource.get("namespaced").getAsBoolean();
    return base
        + (namespaced ? "/namespaces/" + JsonPaths.text(object, "metadata", "namespace") : "")
        + "/"
        + JsonPaths.text(resource, "name")
        + "/"
        + JsonPaths.text(object, "metadata", "name");
  }

  private JsonObject resource(String base, String kind) throws IOException {
    return StreamSupport.stream(api.get(base).getAsJsonArray("resources").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(r -> JsonPaths.text(r, "kind").equals(kind))
        .filter(r -> !JsonPaths.text(r, "name").contains("/"))
        .findFirst()
        .orElseThrow(() -> new IOException(base + " has no kind " + kind));
  }

  /** Applies an object, and returns why not, or nothing. */
  String apply(JsonObject object, String query) throws IOException {
    AdminApi.Answer answer =
        api.exchange(
            "PATCH",
            path(object) + "?fieldManager=test&force=true&fieldValidation=Strict" + query,
            "application/apply-patch+yaml",
            object.toString());
    return answer.code() < 300
        ? ""
        : path(object) + ": " + JsonPaths.text(answer.body(), "message");
  }

  /** Returns whether there is an object of that kind and name. */
  public boolean isThere(JsonObject object) throws IOException {
    return api.isThere(path(object));
  }

  void delete(JsonObject object) throws IOException {
    api.delete(path(object));
  }
}
