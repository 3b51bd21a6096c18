package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.server.report.ConsoleApi;
import java.util.Map;

/**
 * The description of a tool that agents read.
 *
 * @param name the name
 * @param title the name for people
 * @param description what it answers, with an example
 * @param inputSchema the JSON schema of its arguments
 * @param outputSchema the JSON schema of its answers
 */
public record ToolDefinition(
    String name,
    String title,
    String description,
    JsonObject inputSchema,
    JsonObject outputSchema) {
  private static final String ENVELOPE = "answer.json";

  /** Reads the file of a tool. */
  static ToolDefinition read(String name) {
    JsonObject file = ConsoleApi.resource(ToolDefinition.class, name + ".json");
    JsonObject example = file.getAsJsonObject("example");
    return new ToolDefinition(
        name,
        file.get("title").getAsString(),
        file.get("description").getAsString() + " Example: " + example,
        inputSchema(file, example),
        outputSchema(file));
  }

  private static JsonObject inputSchema(JsonObject file, JsonObject example) {
    JsonObject properties = file.getAsJsonObject("arguments").deepCopy();
    properties.add(
        ToolArguments.CURSOR,
        text("The cursor in \"next\" of the page before; the other arguments stay the same."));
    JsonObject schema = object(properties);
    schema.add("required", file.getAsJsonArray("required"));
    JsonArray examples = new JsonArray();
    examples.add(example);
    schema.add("examples", examples);
    return schema;
  }

  /** Returns the schema of all answers, with the numbers and items of this tool's. */
  private static JsonObject outputSchema(JsonObject file) {
    JsonObject schema = ConsoleApi.resource(ToolDefinition.class, ENVELOPE);
    JsonObject properties = schema.getAsJsonObject("properties");
    properties.add("numbers", object(file.getAsJsonObject("numbers")));
    JsonObject items = new JsonObject();
    items.addProperty("type", "array");
    items.add("items", object(withShared(file.getAsJsonObject("item"), schema)));
    properties.add("items", items);
    schema.remove("shared");
    return schema;
  }

  /** Puts the shared schemas of the envelope in the place of their names. */
  private static JsonObject withShared(JsonObject item, JsonObject envelope) {
    JsonObject shared = envelope.getAsJsonObject("shared");
    JsonObject properties = new JsonObject();
    for (Map.Entry<String, JsonElement> field : item.entrySet()) {
      boolean isName = field.getValue() instanceof JsonPrimitive;
      properties.add(
          field.getKey(), isName ? shared.get(field.getValue().getAsString()) : field.getValue());
    }
    return properties;
  }

  private static JsonObject object(JsonObject properties) {
    JsonObject schema = new JsonObject();
    schema.addProperty("type", "object");
    schema.add("properties", properties);
    schema.addProperty("additionalProperties", false);
    return schema;
  }

  private static JsonObject text(String description) {
    JsonObject schema = new JsonObject();
    schema.addProperty("type", "string");
    schema.addProperty("description", description);
    return schema;
  }
}
