package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.Optional;

/**
 * How quota measures the objects of one resource.
 *
 * <p>Source: {@code Evaluator} in {@code staging/src/k8s.io/apiserver/pkg/quota/v1/interfaces.go}.
 */
public interface Evaluator {

  /** Returns the plural whose objects it measures. */
  GroupResource resource();

  /** Returns whether the request could change what is used. */
  boolean handles(AdmissionRequest request);

  /** Returns whether a quota key is charged for such objects. */
  boolean tracks(ResourceName key);

  /** Returns the charge for the object, by quota key. */
  Resources usage(ApiObject object);

  /** Returns whether the scope matches the object; most resources match none. */
  default boolean matches(ScopedResourceSelectorRequirement scope, ApiObject object) {
    return false;
  }

  /** Returns why the scope can't be evaluated for such objects, as Kubernetes says it, if so. */
  default Optional<String> malformed(ScopedResourceSelectorRequirement scope) {
    return Optional.empty();
  }

  /**
   * Returns the resources that the object must set before these keys can charge it, and doesn't.
   */
  default MissingResources constraints(Collection<ResourceName> keys, ApiObject object) {
    return MissingResources.NOTHING;
  }
}
