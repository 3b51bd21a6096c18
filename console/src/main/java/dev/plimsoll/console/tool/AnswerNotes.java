package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The facts that an answer lacks.
 *
 * @param notRead what was not read or could not be examined, each a quotation
 * @param asOf when the cluster was read
 */
record AnswerNotes(List<String> notRead, String asOf) {
  private static final int MOST = 4;

  AnswerNotes {
    notRead = List.copyOf(notRead);
  }

  /** Returns the notes of a report, whose fields are those of {@code -o json}. */
  static AnswerNotes of(JsonObject report, String asOf) {
    Set<String> sentences = new LinkedHashSet<>();
    field(report, "unread")
        .map(u -> u.getAsJsonObject().get("message").getAsString())
        .filter(m -> !m.isEmpty())
        .ifPresent(sentences::add);
    each(report, "unknowns").forEach(u -> sentences.add(text(u, "message")));
    each(report, "unexamined").forEach(u -> sentences.add("not examined: " + text(u, "error")));
    each(report, "deviceFailures").forEach(f -> sentences.add(f.getAsString()));
    each(report, "webhooks").forEach(w -> sentences.add(w.getAsString()));
    each(report, "omissions").forEach(o -> sentences.add(o.getAsString()));
    List<String> shown = new ArrayList<>();
    sentences.stream().limit(MOST).forEach(s -> shown.add(Quoted.of(s)));
    if (sentences.size() > MOST) {
      shown.add("and " + (sentences.size() - MOST) + " more");
    }
    return new AnswerNotes(shown, asOf);
  }

  private static String text(JsonElement object, String name) {
    return object.getAsJsonObject().get(name).getAsString();
  }

  private static Optional<JsonElement> field(JsonObject report, String name) {
    return Optional.ofNullable(report.get(name));
  }

  private static List<JsonElement> each(JsonObject report, String name) {
    return field(report, name).map(JsonElement::getAsJsonArray).stream()
        .flatMap((JsonArray a) -> StreamSupport.stream(a.spliterator(), false))
        .toList();
  }
}
