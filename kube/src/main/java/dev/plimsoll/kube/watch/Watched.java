package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ApiResource;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PriorityClass;
import dev.plimsoll.model.object.ResourceQuota;
import java.util.List;

/**
 * A kind of which all objects are kept.
 *
 * @param resource where the API serves it
 * @param type its type in the model
 */
public record Watched(ApiResource resource, Class<? extends ApiObject> type) {

  /** What decisions about placement and quota need. */
  public static final List<Watched> ALL =
      List.of(
          of(Node.class, Node.TYPE, Node.RESOURCE, false),
          of(Pod.class, Pod.TYPE, Pod.RESOURCE, true),
          of(Namespace.class, Namespace.TYPE, Namespace.RESOURCE, false),
          of(ResourceQuota.class, ResourceQuota.TYPE, ResourceQuota.RESOURCE, true),
          of(LimitRange.class, LimitRange.TYPE, LimitRange.RESOURCE, true),
          of(PriorityClass.class, PriorityClass.TYPE, PriorityClass.RESOURCE, false));

  private static Watched of(
      Class<? extends ApiObject> type,
      GroupVersionKind kind,
      GroupResource resource,
      boolean namespaced) {
    return new Watched(new ApiResource(kind, resource.resource(), namespaced), type);
  }
}
