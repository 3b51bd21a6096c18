package dev.plimsoll.stage;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.stage.ask.Answer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The table of questions and answers. */
final class Table {
  private final List<Row> rows = new ArrayList<>();
  private final PrintStream progress;

  private record Row(String way, String question, Answer answer) {
    String mark() {
      return answer.ok() ? "ok" : "FAILED";
    }
  }

  /**
   * Creates an empty one.
   *
   * @param progress where each row is told as it comes
   */
  Table(PrintStream progress) {
    this.progress = progress;
  }

  void add(String way, String question, Answer answer) {
    Row row = new Row(way, question, answer);
    rows.add(row);
    progress.println(way + ": " + question + ": " + row.mark() + " " + answer.text());
  }

  boolean hasFailed() {
    return rows.stream().anyMatch(row -> !row.answer().ok());
  }

  long failed() {
    return rows.stream().filter(row -> !row.answer().ok()).count();
  }

  String markdown() {
    StringBuilder text = new StringBuilder("| way | asked | | answered |\n|---|---|---|---|\n");
    for (Row row : rows) {
      text.append("| ").append(row.way()).append(" | ").append(row.question());
      text.append(" | ").append(row.mark()).append(" | ").append(row.answer().text());
      text.append(" |\n");
    }
    return text.append('\n')
        .append(rows.size() - failed())
        .append(" of ")
        .append(rows.size())
        .append(" answers are as promised.\n")
        .toString();
  }

  JsonArray json() {
    JsonArray all = new JsonArray();
    for (Row row : rows) {
      JsonObject each = new JsonObject();
      each.addProperty("way", row.way());
      each.addProperty("asked", row.question());
      each.addProperty("ok", row.answer().ok());
      each.addProperty("answered", row.answer().text());
      all.add(each);
    }
    return all;
  }
}
