package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.lifetime.Lifetimes;
import java.util.Collection;

/** What is known of lifetimes, as JSON; the schema is docs/schema/lifetimes.json. */
public final class LifetimeReport {
  private static final double[] PARTS = {0.1, 0.5, 0.9};
  private static final String[] NAMES = {"p10Seconds", "p50Seconds", "p90Seconds"};

  private LifetimeReport() {}

  /** Returns the report; a quantile beyond what was seen is absent. */
  public static JsonObject of(Collection<Lifetimes.Known> owners, Cluster cluster) {
    JsonArray all = new JsonArray();
    for (Lifetimes.Known known : owners) {
      JsonObjectBuilder report =
          JsonObjectBuilder.object()
              .put("namespace", known.owner().namespace())
              .put("kind", known.owner().kind())
              .put("name", known.owner().name())
              .put("ends", known.ends())
              .put("running", known.running());
      for (int i = 0; i < PARTS.length && known.ends() > 0; i++) {
        double seconds = known.curve().endingAge(0, 1 - PARTS[i]);
        if (seconds < Double.POSITIVE_INFINITY) {
          report.put(NAMES[i], Math.round(seconds));
        }
      }
      all.add(report.build());
    }
    return JsonObjectBuilder.object()
        .put("owners", all)
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }
}
