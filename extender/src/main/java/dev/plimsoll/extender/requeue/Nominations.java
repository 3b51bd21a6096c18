package dev.plimsoll.extender.requeue;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.RequeueNomination;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import dev.plimsoll.kubernetes.object.Pod;

/**
 * Clears obsolete nominations, a limited number a second. kube-scheduler keeps capacity for a
 * nominated pod, so a held pod keeps no nomination. A nomination that requeues a pod is obsolete at
 * once.
 */
final class Nominations {
  private final Decisions decisions;
  private final ObjectWriter objectWriter;
  private final TokenBucket tokenBucket;

  Nominations(Decisions decisions, ObjectWriter objectWriter, Ticker ticker, long perSecond) {
    this.decisions = decisions;
    this.objectWriter = objectWriter;
    this.tokenBucket = new TokenBucket(perSecond, ticker);
  }

  /** Looks once and clears what is obsolete; a pod that has changed since is left for the next. */
  void sync() throws StatusException {
    for (Pod pod : decisions.obsoleteNominations()) {
      if (!tokenBucket.take()) {
        return;
      }
      try {
        JsonObject patch = patch(pod, JsonNull.INSTANCE);
        patch
            .getAsJsonObject("metadata")
            .addProperty("resourceVersion", pod.metadata().resourceVersion());
        objectWriter.write("PATCH", path(pod), patch);
      } catch (StatusException e) {
        if (!e.isObjectGone()) {
          throw e;
        }
      }
    }
  }

  /** Returns the path to which {@link #requeue} is written. */
  static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/status";
  }

  /** Returns the patch that has a pod requeued; {@link #sync} clears its nomination again. */
  static JsonObject requeue(Pod pod) {
    return patch(pod, new JsonPrimitive(RequeueNomination.NODE));
  }

  private static JsonObject patch(Pod pod, JsonElement node) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("uid", pod.metadata().uid());
    JsonObject status = new JsonObject();
    status.add("nominatedNodeName", node);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("status", status);
    return patch;
  }
}
