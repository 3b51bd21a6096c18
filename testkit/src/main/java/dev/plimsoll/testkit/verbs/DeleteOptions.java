package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Optional;

/**
 * How to delete. A query counts only where there is no body ({@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go}).
 *
 * @param uid the object must have; "" for any
 * @param resourceVersion the object must have; "" for any
 */
record DeleteOptions(Optional<Long> grace, String uid, String resourceVersion, boolean dryRun) {
  static DeleteOptions of(ApiRequest request) {
    return request.body().isBlank()
        ? new DeleteOptions(request.number("gracePeriodSeconds"), "", "", request.dryRun())
        : of(request.json(), request.dryRun());
  }

  /** The options in an Eviction, which is created: a query says whether that is a dry run, too. */
  static DeleteOptions ofEviction(ApiRequest request) {
    JsonObject options =
        JsonPaths.object(request.json(), "deleteOptions").orElseGet(JsonObject::new);
    return of(options, request.dryRun() || JsonPaths.strings(options, "dryRun").contains("All"));
  }

  private static DeleteOptions of(JsonObject options, boolean dryRun) {
    return new DeleteOptions(
        JsonPaths.at(options, "gracePeriodSeconds").map(seconds -> seconds.getAsLong()),
        JsonPaths.text(options, "preconditions", "uid"),
        JsonPaths.text(options, "preconditions", "resourceVersion"),
        dryRun);
  }
}
