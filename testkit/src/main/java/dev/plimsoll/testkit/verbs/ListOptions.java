package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.ApiRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a list or watch, checked as in apimachinery's
 * pkg/apis/meta/internalversion/validation/validation.go.
 *
 * @param limit 0 for all; a list of any version (0) is given whole
 * @param version 0 for any or none
 */
record ListOptions(
    long version,
    String match,
    long limit,
    String token,
    long timeoutSeconds,
    boolean bookmarks,
    boolean initialEvents) {
  private static final long DEFAULT_TIMEOUT_SECONDS = 1800;

  static ListOptions of(ApiRequest request) {
    check(request);
    String version = request.parameter("resourceVersion");
    return new ListOptions(
        Versions.parse(version),
        request.parameter("resourceVersionMatch"),
        version.equals("0") ? 0 : request.number("limit").orElse(0L),
        request.parameter("continue"),
        request.number("timeoutSeconds").orElse(DEFAULT_TIMEOUT_SECONDS),
        request.flag("allowWatchBookmarks"),
        request.flag("sendInitialEvents"));
  }

  /** Whether exactly the version is asked for, not one at least as new. */
  boolean exact() {
    return match.equals("Exact")
        || (match.isEmpty() && limit > 0 && version > 0 && token.isEmpty());
  }

  private static void check(ApiRequest request) {
    List<Cause> causes = new ArrayList<>();
    String match = request.parameter("resourceVersionMatch");
    boolean initial = request.query().containsKey("sendInitialEvents");
    String version = request.parameter("resourceVersion");
    if (request.flag("watch")) {
      if (initial && !match.equals("NotOlderThan")) {
        causes.add(
            Cause.forbidden(
                "resourceVersionMatch",
                "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
      }
      if (!match.isEmpty() && !initial) {
        causes.add(
            Cause.forbidden(
                "resourceVersionMatch",
                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
      }
    } else {
      if (!match.isEmpty() && version.isEmpty()) {
        causes.add(
            Cause.forbidden(
                "resourceVersionMatch",
                "resourceVersionMatch is forbidden unless resourceVersion is provided"));
      }
      if (match.equals("Exact") && version.equals("0")) {
        causes.add(
            Cause.forbidden(
                "resourceVersionMatch",
                "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
      }
      if (initial) {
        causes.add(Cause.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
      }
    }
    if (!causes.isEmpty()) {
      throw StatusError.invalid(new ApiGroupResource("meta.k8s.io", "ListOptions"), "", causes);
    }
    if (!request.parameter("continue").isEmpty() && !version.isEmpty() && !version.equals("0")) {
      throw StatusError.badRequest(
          "specifying resource version is not allowed when using continue");
    }
  }
}
