package dev.plimsoll.testkit.access;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;
import java.util.Optional;

/** TokenReview, SubjectAccessReview and their relatives: posted, answered, not kept. */
public record Reviews(Access access) {
  private static final String AUDIENCE = "https://kubernetes.default.svc";

  /** The review with its status. */
  public ApiResponse answer(ApiRequest request, Target target) {
    JsonObject body = request.json();
    JsonObject spec = JsonPaths.object(body, "spec").orElseGet(JsonObject::new);
    JsonObject review = new JsonObject();
    review.addProperty("kind", target.type().kind());
    review.addProperty("apiVersion", target.type().apiVersion());
    review.add("metadata", JsonPaths.object(body, "metadata").orElseGet(JsonObject::new));
    review.add("spec", spec);
    review.add("status", status(request, target, spec));
    return ApiResponse.json(201, review);
  }

  private JsonObject status(ApiRequest request, Target target, JsonObject spec) {
    return switch (target.type().kind()) {
      case "TokenReview" -> token(JsonPaths.text(spec, "token"));
      case "SelfSubjectReview" -> {
        JsonObject status = new JsonObject();
        status.add("userInfo", access.user(request).toJson());
        yield status;
      }
      case "SelfSubjectAccessReview" -> allowed(access.user(request), spec);
      default -> allowed(Access.subject(spec), spec);
    };
  }

  private JsonObject token(String token) {
    JsonObject status = new JsonObject();
    Optional<User> user = access.of(token);
    if (user.isPresent()) {
      status.addProperty("authenticated", true);
      status.add("user", user.get().toJson());
      status.add("audiences", JsonPaths.array(List.of(AUDIENCE)));
    } else {
      status.add("user", new JsonObject());
      status.addProperty("error", "invalid bearer token");
    }
    return status;
  }

  private JsonObject allowed(User user, JsonObject spec) {
    JsonObject what = JsonPaths.object(spec, "resourceAttributes").orElseGet(JsonObject::new);
    JsonObject status = new JsonObject();
    status.addProperty("allowed", access.may(user, what));
    return status;
  }
}
