package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ApiResource;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PolicyObject;
import dev.plimsoll.model.object.PriorityClass;
import dev.plimsoll.model.object.ResourceQuota;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of which all objects are kept.
 *
 * @param resource where the API serves it
 * @param type its type in the model
 * @param isOptional whether a server that doesn't serve it just has none
 */
public record WatchedKind(
    ApiResource resource, Class<? extends ApiObject> type, boolean isOptional) {

  /** What decisions about placement and quota need. */
  public static final List<WatchedKind> ALL =
      List.of(
          of(Node.class, Node.TYPE, Node.RESOURCE, false),
          of(Pod.class, Pod.TYPE, Pod.RESOURCE, true),
          of(Namespace.class, Namespace.TYPE, Namespace.RESOURCE, false),
          of(ResourceQuota.class, ResourceQuota.TYPE, ResourceQuota.RESOURCE, true),
          of(LimitRange.class, LimitRange.TYPE, LimitRange.RESOURCE, true),
          of(PriorityClass.class, PriorityClass.TYPE, PriorityClass.RESOURCE, false));

  /** That, and by what policies capacity is divided; their definition may not be installed. */
  public static final List<WatchedKind> WITH_POLICIES =
      Stream.concat(ALL.stream(), Stream.of(policies())).toList();

  private static WatchedKind policies() {
    return new WatchedKind(
        new ApiResource(PolicyObject.TYPE, PolicyObject.RESOURCE.resource(), false),
        PolicyObject.class,
        true);
  }

  /** Returns whether the server says by this that it doesn't serve the kind, which is allowed. */
  boolean isMissing(StatusException answer) {
    return isOptional && answer.code() == StatusException.NOT_FOUND;
  }

  private static WatchedKind of(
      Class<? extends ApiObject> type,
      GroupVersionKind kind,
      GroupResource resource,
      boolean namespaced) {
    return new WatchedKind(new ApiResource(kind, resource.resource(), namespaced), type, false);
  }
}
