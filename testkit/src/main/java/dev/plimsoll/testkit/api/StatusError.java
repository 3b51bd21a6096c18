package dev.plimsoll.testkit.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * An error, answered as a {@code Status} object. Its texts are those of apimachinery's
 * pkg/api/errors/errors.go.
 */
public final class StatusError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String reason;
  private final transient JsonObject details;
  private final transient JsonObject metadata = new JsonObject();

  private StatusError(int code, String reason, String message, JsonObject details) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /** One cause of an invalid object. */
  public record Cause(String reason, String message, String field) {
    public static Cause required(String field, String why) {
      return new Cause(
          "FieldValueRequired", why.isEmpty() ? "Required value" : "Required value: " + why, field);
    }

    public static Cause forbidden(String field, String why) {
      return new Cause("FieldValueForbidden", "Forbidden: " + why, field);
    }

    public static Cause invalid(String field, String value, String why) {
      return new Cause("FieldValueInvalid", "Invalid value: " + value + ": " + why, field);
    }

    JsonObject toJson() {
      JsonObject json = new JsonObject();
      json.addProperty("reason", reason);
      json.addProperty("message", message);
      json.addProperty("field", field);
      return json;
    }
  }

  public static StatusError of(int code, String reason, String message) {
    return new StatusError(code, reason, message, new JsonObject());
  }

  public static StatusError badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  public static StatusError expired(String message) {
    return of(410, "Expired", message);
  }

  public static StatusError noSuchPath() {
    return of(404, "NotFound", "the server could not find the requested resource");
  }

  public static StatusError methodNotAllowed() {
    return of(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  public static StatusError notFound(ApiGroupResource resource, String name) {
    return named(404, "NotFound", "%s \"%s\" not found".formatted(resource, name), resource, name);
  }

  public static StatusError alreadyExists(ApiGroupResource resource, String name) {
    return named(
        409, "AlreadyExists", "%s \"%s\" already exists".formatted(resource, name), resource, name);
  }

  /** The write was based on an older state. */
  public static StatusError modified(ApiGroupResource resource, String name) {
    return conflict(
        resource,
        name,
        "the object has been modified; please apply your changes to the latest version and try again");
  }

  public static StatusError conflict(ApiGroupResource resource, String name, String why) {
    String message =
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(resource, name, why);
    return named(409, "Conflict", message, resource, name);
  }

  public static StatusError forbidden(ApiGroupResource resource, String name, String why) {
    String message =
        name.isEmpty()
            ? "%s is forbidden: %s".formatted(resource, why)
            : "%s \"%s\" is forbidden: %s".formatted(resource, name, why);
    return named(403, "Forbidden", message, resource, name);
  }

  /** Field managers own what an apply would change. */
  public static StatusError applyConflict(String message, List<Cause> causes) {
    JsonObject details = new JsonObject();
    details.add("causes", causes(causes));
    return new StatusError(409, "Conflict", message, details);
  }

  /** The object breaks rules; causes must not be empty. */
  public static StatusError invalid(ApiGroupResource kind, String name, List<Cause> causes) {
    List<String> texts =
        causes.stream().map(cause -> cause.field() + ": " + cause.message()).toList();
    String list = texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
    StatusError error =
        named(422, "Invalid", "%s \"%s\" is invalid: %s".formatted(kind, name, list), kind, name);
    error.details.add("causes", causes(causes));
    return error;
  }

  /** A resourceVersion from the future. */
  public static StatusError tooLargeVersion(long asked, long current) {
    String message =
        "Timeout: Too large resource version: %d, current: %d".formatted(asked, current);
    JsonObject cause = new JsonObject();
    cause.addProperty("reason", "ResourceVersionTooLarge");
    cause.addProperty("message", "Too large resource version");
    JsonArray causes = new JsonArray();
    causes.add(cause);
    JsonObject details = new JsonObject();
    details.add("causes", causes);
    details.addProperty("retryAfterSeconds", 1);
    return new StatusError(504, "Timeout", message, details);
  }

  private static StatusError named(
      int code, String reason, String message, ApiGroupResource resource, String name) {
    JsonObject details = new JsonObject();
    if (!name.isEmpty()) {
      details.addProperty("name", name);
    }
    if (!resource.group().isEmpty()) {
      details.addProperty("group", resource.group());
    }
    details.addProperty("kind", resource.resource());
    return new StatusError(code, reason, message, details);
  }

  private static JsonArray causes(List<Cause> causes) {
    JsonArray array = new JsonArray();
    causes.forEach(cause -> array.add(cause.toJson()));
    return array;
  }

  /** Adds details.retryAfterSeconds, which also becomes the Retry-After header. */
  public StatusError retryAfter(int seconds) {
    details.addProperty("retryAfterSeconds", seconds);
    return this;
  }

  /** Adds a token to continue the list, though its pages no longer show one revision. */
  public StatusError withContinue(String token) {
    metadata.addProperty("continue", token);
    return this;
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }

  /** The {@code Status} object. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("kind", "Status");
    json.addProperty("apiVersion", "v1");
    json.add("metadata", metadata.deepCopy());
    json.addProperty("status", "Failure");
    json.addProperty("message", getMessage());
    if (!reason.isEmpty()) {
      json.addProperty("reason", reason);
    }
    if (details.size() > 0 || code == 422) {
      json.add("details", details.deepCopy());
    }
    json.addProperty("code", code);
    return json;
  }
}
