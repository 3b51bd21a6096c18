package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The API versions that an API server serves, of the versions that were asked for. */
public final class ServedVersions {
  private final ApiRequests api;
  private final Map<String, Boolean> served = new TreeMap<>();

  /** Creates the answers of an API server, which is asked once for each version. */
  public ServedVersions(ApiRequests api) {
    this.api = api;
  }

  /** Returns whether the API server serves the version of an object. */
  public boolean has(JsonObject object) {
    return served.computeIfAbsent(object.get("apiVersion").getAsString(), this::ask);
  }

  private boolean ask(String version) {
    String path = version.equals("v1") ? "/api/v1" : "/apis/" + version;
    try {
      return api.exchange("GET", path, ApiRequests.JSON, "").code() == 200;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the versions that aren't served. */
  public List<String> absent() {
    return served.entrySet().stream().filter(e -> !e.getValue()).map(Map.Entry::getKey).toList();
  }
}
