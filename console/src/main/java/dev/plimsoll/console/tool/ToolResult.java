package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;

/** The result of a call. */
public sealed interface ToolResult {

  /**
   * An answer.
   *
   * @param json the page of the answer, as the tool's output schema has it
   */
  record Answered(JsonObject json) implements ToolResult {}

  /**
   * A call without an answer.
   *
   * @param sentence why, with all texts from the caller and the cluster quoted
   */
  record Failed(String sentence) implements ToolResult {}
}
