package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.InputException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts answers into pages of at most {@value #MOST_TOKENS} tokens. A page ends with the cursor of
 * the next one.
 */
final class AnswerPage {
  static final int MOST_TOKENS = 2_000;

  /** The bytes that the fields after the items need. */
  private static final int RESERVED = 60;

  private static final Pattern CURSOR = Pattern.compile("([0-9]{1,9})-([0-9a-f]{1,8})");
  private static final List<Integer> SHORTER = List.of(160, 60, 20, 5);

  private AnswerPage() {}

  /**
   * Returns the page that a call asks for.
   *
   * @throws InputException if its cursor isn't of this question
   */
  static JsonObject of(ToolAnswer answer, String tool, ToolArguments arguments) {
    String question = question(tool, arguments);
    int first = arguments.text(ToolArguments.CURSOR).map(c -> offset(c, question)).orElse(0);
    List<Supplier<JsonObject>> items = answer.items();
    if (first > items.size()) {
      throw new InputException(
          "nothing follows: the answer has only " + items.size() + " items now");
    }
    JsonObject page = new JsonObject();
    page.addProperty("answer", answer.sentence());
    page.add("numbers", answer.numbers());
    JsonArray shown = new JsonArray();
    page.add("items", shown);
    page.add("notRead", texts(answer.notes().notRead()));
    page.addProperty("asOf", answer.notes().asOf());
    int left = MOST_TOKENS - RESERVED - TokenEstimate.of(page.toString());
    int next = first;
    while (next < items.size()) {
      Optional<JsonElement> fitting = fitting(items.get(next).get(), left, shown.isEmpty());
      if (fitting.isEmpty()) {
        break;
      }
      left -= TokenEstimate.of(fitting.get().toString()) + 1;
      shown.add(fitting.get());
      next++;
    }
    if (next < items.size()) {
      JsonObject handle = new JsonObject();
      handle.addProperty("cursor", next + "-" + question);
      handle.addProperty("left", items.size() - next);
      page.add("next", handle);
    }
    return page;
  }

  /** Returns the item, shortened if it would be the only one on the page and is too long. */
  private static Optional<JsonElement> fitting(JsonObject item, int tokens, boolean isAlone) {
    if (TokenEstimate.of(item.toString()) <= tokens) {
      return Optional.of(item);
    }
    return isAlone
        ? SHORTER.stream()
            .map(most -> shorter(item, most))
            .filter(s -> TokenEstimate.of(s.toString()) <= tokens)
            .findFirst()
        : Optional.empty();
  }

  private static JsonElement shorter(JsonElement json, int tokens) {
    if (json instanceof JsonObject object) {
      JsonObject copy = new JsonObject();
      object.entrySet().forEach(e -> copy.add(e.getKey(), shorter(e.getValue(), tokens)));
      return copy;
    }
    if (json instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(e -> copy.add(shorter(e, tokens)));
      return copy;
    }
    boolean isQuotation =
        json instanceof JsonPrimitive text
            && text.isString()
            && text.getAsString().indexOf(Quoted.OPEN) == 0;
    return isQuotation
        ? new JsonPrimitive(Quoted.of(Quoted.without(json.getAsString()), tokens))
        : json;
  }

  private static JsonArray texts(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  private static String question(String tool, ToolArguments arguments) {
    JsonObject withoutCursor = arguments.json().deepCopy();
    withoutCursor.remove(ToolArguments.CURSOR);
    return Integer.toHexString((tool + withoutCursor).hashCode());
  }

  private static int offset(String cursor, String question) {
    Matcher parts = CURSOR.matcher(cursor);
    if (!parts.matches() || !parts.group(2).equals(question)) {
      throw new InputException(
          "invalid cursor: pass the one of the page before, with the same arguments");
    }
    return Integer.parseInt(parts.group(1));
  }
}
