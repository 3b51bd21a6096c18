package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.console.tool.Quoted;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.Collection;

/** Errors of JSON-RPC 2.0, each with one sentence. */
final class RpcErrors {
  private RpcErrors() {}

  static JsonObject notJson() {
    return error(ErrorCodes.PARSE_ERROR, "not JSON: expected a message of JSON-RPC 2.0");
  }

  static JsonObject invalid(String sentence) {
    return error(ErrorCodes.INVALID_REQUEST, "invalid message: " + sentence);
  }

  static JsonObject invalidParams(RpcMessage.Request request) {
    return answering(
        request, error(ErrorCodes.INVALID_PARAMS, "invalid params of method " + request.method()));
  }

  static JsonObject unknownTool(RpcMessage.Request request, String name, Collection<String> known) {
    String sentence = "unknown tool %s; expected %s";
    return answering(
        request,
        error(
            ErrorCodes.INVALID_PARAMS,
            sentence.formatted(Quoted.of(name), String.join(", ", known))));
  }

  private static JsonObject answering(RpcMessage.Request request, JsonObject error) {
    error.add(
        "id",
        request.id() instanceof Number number
            ? new JsonPrimitive(number)
            : new JsonPrimitive(request.id().toString()));
    return error;
  }

  private static JsonObject error(int code, String sentence) {
    JsonObject error = new JsonObject();
    error.addProperty("code", code);
    error.addProperty("message", sentence);
    JsonObject response = new JsonObject();
    response.addProperty("jsonrpc", "2.0");
    response.add("id", (JsonElement) JsonNull.INSTANCE);
    response.add("error", error);
    return response;
  }
}
