package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.Denial;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Versions of API groups that old manifests name and that no modelled version of Kubernetes serves.
 *
 * <p>Source: the versions that {@code NewRESTStorage} knows in {@code
 * pkg/registry/apps/rest/storage_apps.go}, {@code pkg/registry/batch/rest/storage_batch.go}, {@code
 * pkg/registry/policy/rest/storage_policy.go}, {@code
 * pkg/registry/autoscaling/rest/storage_autoscaling.go} and {@code
 * pkg/registry/rbac/rest/storage_rbac.go}.
 */
final class RemovedVersions {
  static final String RULE = "VersionNotServed";
  static final List<String> FIELD = List.of("apiVersion");

  private static final Set<String> REMOVED =
      Set.of(
          "apiextensions.k8s.io/v1beta1",
          "apps/v1beta1",
          "apps/v1beta2",
          "autoscaling/v2beta1",
          "autoscaling/v2beta2",
          "batch/v1beta1",
          "batch/v2alpha1",
          "extensions/v1beta1",
          "policy/v1beta1",
          "rbac.authorization.k8s.io/v1alpha1",
          "rbac.authorization.k8s.io/v1beta1");

  private RemovedVersions() {}

  /** Returns the denial of an object of such a version, in the words of kubectl. */
  static Optional<Denial> denialOf(CheckedObject checked) {
    return checked
        .value(FIELD)
        .map(String::valueOf)
        .filter(REMOVED::contains)
        .map(
            version ->
                new Denial(
                    404,
                    "NotFound",
                    "no matches for kind \""
                        + checked.object().type().kind()
                        + "\" in version \""
                        + version
                        + "\""));
  }
}
