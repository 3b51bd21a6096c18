package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;
import java.util.TreeSet;

/** The objects that could not be examined, because a rule failed on them, as JSON. */
public final class UnexaminedReport {
  private UnexaminedReport() {}

  /**
   * Returns {@code [{object: {…}, kinds: […], error: …}]}; without object for the whole cluster.
   */
  public static JsonArray of(List<Unexamined> unexamined) {
    return JsonObjectBuilder.array(unexamined, UnexaminedReport::of);
  }

  private static JsonObject of(Unexamined unexamined) {
    JsonObjectBuilder json = JsonObjectBuilder.object();
    unexamined.object().ifPresent(o -> json.put("object", GapsReport.reference(o)));
    return json.put("kinds", new TreeSet<>(unexamined.kinds()))
        .putIfPresent("step", unexamined.step())
        .put("error", unexamined.failure().toString())
        .build();
  }
}
