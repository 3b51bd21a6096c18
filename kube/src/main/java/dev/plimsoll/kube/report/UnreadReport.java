package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.UnknownGaps;

/** The unread resources that an answer needs, as JSON. */
public final class UnreadReport {
  private UnreadReport() {}

  /**
   * Returns the missing resources, the command that reads them from a cluster, and the rights that
   * a live reading needs.
   */
  static JsonObject of(Unread unread) {
    return JsonObjectBuilder.object()
        .put("resources", JsonObjectBuilder.array(unread.requirements(), UnreadReport::requirement))
        .put("message", unread.isEmpty() ? "" : unread.message())
        .put("command", unread.isEmpty() ? "" : unread.command())
        .put("rights", unread.rights())
        .build();
  }

  private static JsonObject requirement(Requirement requirement) {
    return JsonObjectBuilder.object()
        .put("resource", requirement.resource())
        .putIfPresent("namespace", requirement.namespace())
        .build();
  }

  static JsonArray unknowns(GapSurvey survey) {
    return JsonObjectBuilder.array(survey.unknowns(), UnreadReport::unknown);
  }

  private static JsonObject unknown(UnknownGaps unknown) {
    return JsonObjectBuilder.object()
        .put("kinds", unknown.kinds())
        .put("message", unknown.unread().message())
        .build();
  }
}
