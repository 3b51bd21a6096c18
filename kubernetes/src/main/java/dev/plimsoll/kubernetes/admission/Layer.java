package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A layer of the API server that a request passes. */
@FunctionalInterface
interface Layer {

  /** Returns the layer's result for the request; empty if the layer ignores such requests. */
  Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request);

  /** Returns the resources that must have been read for a certain result of this layer. */
  default List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    return List.of();
  }

  /**
   * Returns whether the layer changes nothing and can only deny. A denial by another layer then
   * settles the request without this layer.
   */
  default boolean onlyDenies() {
    return false;
  }

  /** Returns the layer with what it reads of the namespace of those requests it looks at. */
  default Layer reading(GroupResource resource, Predicate<AdmissionRequest> concerns) {
    Layer layer = this;
    return new Layer() {
      @Override
      public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
        return layer.admit(cluster, request);
      }

      @Override
      public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
        String namespace = request.object().namespace();
        return !namespace.isEmpty() && concerns.test(request)
            ? List.of(Requirement.in(namespace, resource))
            : List.of();
      }
    };
  }
}
