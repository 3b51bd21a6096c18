package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Optional;

/** A message of JSON-RPC 2.0. */
sealed interface RpcMessage {
  /** The method of a notification that a request's answer is no longer wanted. */
  String CANCELLED = "notifications/cancelled";

  /**
   * A question.
   *
   * @param id a text or a whole number
   */
  record Request(Object id, String method, JsonObject params) implements RpcMessage {
    private static final String CALL = "tools/call";

    /** Returns the name of the tool that is called, if one is. */
    Optional<String> toolName() {
      return Optional.ofNullable(params.get("name"))
          .filter(name -> method.equals(CALL) && name instanceof JsonPrimitive)
          .map(JsonElement::getAsString);
    }
  }

  /** News, which gets no answer. */
  record Notification(String method, JsonObject params) implements RpcMessage {}

  /** An answer, though nothing was asked. */
  record Response() implements RpcMessage {}

  /**
   * Something else.
   *
   * @param sentence what is expected
   */
  record Invalid(String sentence) implements RpcMessage {}

  /** Returns the message in a JSON value. */
  static RpcMessage of(JsonElement json) {
    if (!(json instanceof JsonObject object) || !isText(object.get("jsonrpc"), "2.0")) {
      return new Invalid("expected an object with \"jsonrpc\": \"2.0\"");
    }
    if (!object.has("method")) {
      return object.has("result") || object.has("error")
          ? new Response()
          : new Invalid("expected a method");
    }
    if (!(object.get("method") instanceof JsonPrimitive method) || !method.isString()) {
      return new Invalid("expected a text as method");
    }
    JsonElement params = Optional.ofNullable(object.get("params")).orElseGet(JsonObject::new);
    if (!(params instanceof JsonObject named)) {
      return new Invalid("expected an object as params");
    }
    if (!object.has("id")) {
      return new Notification(method.getAsString(), named);
    }
    Optional<Object> id = id(object.get("id"));
    return id.isPresent()
        ? new Request(id.get(), method.getAsString(), named)
        : new Invalid("expected a text or a whole number as id");
  }

  /** Returns an id as a text or a whole number; empty if it is neither. */
  static Optional<Object> id(JsonElement id) {
    Object value = id instanceof JsonPrimitive ? PlainJson.value(id) : 0.0;
    return value instanceof String || value instanceof Long ? Optional.of(value) : Optional.empty();
  }

  private static boolean isText(JsonElement element, String text) {
    return element instanceof JsonPrimitive primitive
        && primitive.isString()
        && primitive.getAsString().equals(text);
  }
}
