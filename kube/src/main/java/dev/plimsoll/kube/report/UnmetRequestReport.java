package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequest;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequestText;

/** A request of devices that can't be met, as JSON. */
final class UnmetRequestReport {
  private UnmetRequestReport() {}

  static JsonObject of(UnmetRequest request) {
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("claim", request.claim())
            .put("request", request.request())
            .put("deviceClass", request.deviceClass());
    if (request.count() > 0) {
      report.put("count", request.count());
    }
    return report
        .put("nodes", request.nodes())
        .put("causes", JsonObjectBuilder.array(request.causes(), UnmetRequestReport::cause))
        .put("remedies", JsonObjectBuilder.array(request.remedies(), UnmetRequestReport::remedy))
        .put("message", UnmetRequestText.of(request))
        .build();
  }

  private static JsonObject cause(Cause cause) {
    return JsonObjectBuilder.object()
        .put("kind", cause.kind())
        .put("detail", cause.detail())
        .put("devices", cause.devices())
        .build();
  }

  private static JsonObject remedy(UnmetRequest.Remedy remedy) {
    return JsonObjectBuilder.object()
        .put("action", remedy.action())
        .put("nodes", remedy.nodes())
        .build();
  }
}
