package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Optional;

/**
 * How to delete, from the body or else the query.
 *
 * @param uid the object must have; "" for any
 * @param resourceVersion the object must have; "" for any
 */
record DeleteOptions(Optional<Long> grace, String uid, String resourceVersion, boolean dryRun) {
  static DeleteOptions of(ApiRequest request) {
    JsonObject body = request.body().isBlank() ? new JsonObject() : request.json();
    return of(request, JsonPaths.object(body, "deleteOptions").orElse(body));
  }

  private static DeleteOptions of(ApiRequest request, JsonObject body) {
    return new DeleteOptions(
        JsonPaths.at(body, "gracePeriodSeconds")
            .map(seconds -> seconds.getAsLong())
            .or(() -> request.number("gracePeriodSeconds")),
        JsonPaths.text(body, "preconditions", "uid"),
        JsonPaths.text(body, "preconditions", "resourceVersion"),
        request.dryRun() || JsonPaths.strings(body, "dryRun").contains("All"));
  }
}
