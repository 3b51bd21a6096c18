package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.function.Supplier;

/**
 * A whole answer. A caller gets one page of the answer at a time.
 *
 * @param sentence the answer in one sentence, with all texts from the cluster quoted
 * @param numbers the numbers that it rests on
 * @param items its parts, the most important first; each is made only for the page that shows it
 * @param notes what was not read or not examined, and when the cluster was read
 */
record ToolAnswer(
    String sentence, JsonObject numbers, List<Supplier<JsonObject>> items, AnswerNotes notes) {
  ToolAnswer {
    items = List.copyOf(items);
  }

  /** Creates an answer whose items are made already. */
  static ToolAnswer of(
      String sentence, JsonObject numbers, List<JsonObject> items, AnswerNotes notes) {
    return new ToolAnswer(
        sentence, numbers, items.stream().<Supplier<JsonObject>>map(i -> () -> i).toList(), notes);
  }
}
