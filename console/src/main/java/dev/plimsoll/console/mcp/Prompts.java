package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.Quoted;
import dev.plimsoll.server.report.ConsoleApi;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Questions that people ask often, each with the steps to its answer. */
final class Prompts {
  private Prompts() {}

  static List<SyncPromptSpecification> all() {
    JsonObject file = ConsoleApi.resource(Prompts.class, "prompts.json");
    return objects(file, "prompts").stream().map(Prompts::specification).toList();
  }

  private static SyncPromptSpecification specification(JsonObject prompt) {
    List<PromptArgument> arguments =
        objects(prompt, "arguments").stream().map(Prompts::argument).toList();
    Prompt described =
        Prompt.builder(text(prompt, "name"))
            .title(text(prompt, "title"))
            .description(text(prompt, "description"))
            .arguments(arguments)
            .build();
    return new SyncPromptSpecification(
        described, (context, request) -> result(prompt, arguments, request));
  }

  private static PromptArgument argument(JsonObject argument) {
    return PromptArgument.builder(text(argument, "name"))
        .description(text(argument, "description"))
        .required(argument.get("required").getAsBoolean())
        .build();
  }

  private static GetPromptResult result(
      JsonObject prompt, List<PromptArgument> arguments, GetPromptRequest request) {
    Map<String, Object> given = Optional.ofNullable(request.arguments()).orElseGet(Map::of);
    String text = text(prompt, "text");
    for (PromptArgument argument : arguments) {
      Object value = given.get(argument.name());
      if (value == null && Boolean.TRUE.equals(argument.required())) {
        throw McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
            .message("argument \"" + argument.name() + "\" is missing")
            .build();
      }
      String shown = value == null ? "all namespaces" : Quoted.of(value.toString());
      text = text.replace("{" + argument.name() + "}", shown);
    }
    return GetPromptResult.builder(
            List.of(PromptMessage.builder(Role.USER, TextContent.builder(text).build()).build()))
        .description(text(prompt, "description"))
        .build();
  }

  private static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }

  private static List<JsonObject> objects(JsonObject object, String name) {
    return StreamSupport.stream(object.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}
