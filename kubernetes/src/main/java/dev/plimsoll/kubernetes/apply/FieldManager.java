package dev.plimsoll.kubernetes.apply;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.List;

/**
 * An owner of fields of an object, from {@code metadata.managedFields}.
 *
 * <p>Source: {@code ManagedFieldsEntry} in {@code
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go}.
 *
 * @param name the name of the manager
 * @param applies whether the manager applies manifests server-side; other managers update
 * @param subresource the subresource that was written, such as {@code scale}; empty if none
 * @param apiVersion the version in which the fields are named
 * @param time when the manager changed what it owns, as served; empty if unknown
 * @param fields the fields that the manager owns
 */
public record FieldManager(
    String name,
    boolean applies,
    String subresource,
    String apiVersion,
    String time,
    FieldPathSet fields) {

  /** Returns whether this is a manager that applies whole manifests. */
  public boolean appliesManifests() {
    return applies && subresource.isEmpty();
  }

  /** Returns whether the manager owns a field. */
  public boolean owns(List<PathElement> path) {
    return fields.has(path);
  }

  /**
   * Returns the manager as errors name it.
   *
   * <p>Source: {@code printManager} in {@code
   * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/conflict.go}.
   */
  String label() {
    return GoText.quote(name)
        + (subresource.isEmpty() ? "" : " with subresource " + GoText.quote(subresource))
        + (applies ? "" : " using " + apiVersion);
  }
}
