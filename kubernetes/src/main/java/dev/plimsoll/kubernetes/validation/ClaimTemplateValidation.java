package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.apply.SemanticEquality;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Validates the claims that a StatefulSet makes for its pods. Selectors and data sources of claims
 * are not validated. The API server validates the claims with the StatefulSet since Kubernetes
 * 1.34.
 *
 * <p>Source: {@code validateVolumeClaimTemplates} in {@code pkg/apis/apps/validation/validation.go}
 * and {@code ValidatePersistentVolumeClaimSpec} in {@code pkg/apis/core/validation/validation.go}.
 */
final class ClaimTemplateValidation {
  private static final String ONE_POD = "ReadWriteOncePod";
  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

  private ClaimTemplateValidation() {}

  /**
   * Returns the errors.
   *
   * @param spec the fields of the StatefulSet's spec
   */
  static List<FieldError> validate(ManifestFields spec, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    if (controlPlane.isAtLeast(KubernetesVersion.V1_34)) {
      spec.list("volumeClaimTemplates").forEach(t -> errors.addAll(ofClaim(t.object("spec"))));
    }
    return errors;
  }

  /** Returns whether claims are equal. The API server adds a status and the kind. */
  static boolean equal(List<ManifestFields> claims, List<ManifestFields> others) {
    return claims.size() == others.size()
        && IntStream.range(0, claims.size())
            .allMatch(i -> SemanticEquality.equal(own(claims.get(i)), own(others.get(i))));
  }

  private static Map<Object, Object> own(ManifestFields claim) {
    Map<Object, Object> own = new HashMap<>(claim.fields());
    own.keySet().retainAll(Set.of("metadata", "spec"));
    return own;
  }

  /** Returns the errors of the spec of a claim. */
  static List<FieldError> ofClaim(ManifestFields claim) {
    List<FieldError> errors = new ArrayList<>(ofModes(claim));
    errors.addAll(ofStorage(claim));
    String storageClass = claim.text("storageClassName");
    if (!storageClass.isEmpty()) {
      errors.addAll(
          FieldError.invalid(
              claim.path("storageClassName"),
              storageClass,
              QualifiedNames.dns1123Subdomain(storageClass)));
    }
    String mode = claim.text("volumeMode");
    if (!mode.isEmpty() && !VOLUME_MODES.contains(mode)) {
      errors.add(FieldError.notSupported(claim.path("volumeMode"), mode, VOLUME_MODES));
    }
    return errors;
  }

  private static List<FieldError> ofModes(ManifestFields claim) {
    List<String> modes = claim.texts("accessModes");
    String path = claim.path("accessModes");
    List<FieldError> errors = new ArrayList<>();
    if (modes.isEmpty()) {
      errors.add(FieldError.required(path, "at least 1 access mode is required"));
    }
    modes.stream()
        .filter(mode -> !ACCESS_MODES.contains(mode))
        .map(mode -> FieldError.notSupported(path, mode, ACCESS_MODES))
        .forEach(errors::add);
    if (modes.contains(ONE_POD)
        && modes.stream().anyMatch(m -> !m.equals(ONE_POD) && ACCESS_MODES.contains(m))) {
      errors.add(
          FieldError.forbidden(path, "may not use ReadWriteOncePod with other access modes"));
    }
    return errors;
  }

  private static List<FieldError> ofStorage(ManifestFields claim) {
    ManifestFields requests = claim.object("resources").object("requests");
    String path = claim.path("resources") + "[storage]";
    if (!requests.has("storage")) {
      return List.of(FieldError.required(path, ""));
    }
    String text = requests.text("storage");
    try {
      Quantity storage = Quantity.fromJson(text);
      return storage.signum() > 0
          ? List.of()
          : List.of(FieldError.invalid(path, storage.toString(), "must be greater than zero"));
    } catch (QuantityFormatException e) {
      // The decoder denies the object.
      return List.of();
    }
  }

  /**
   * Returns the spec of a StatefulSet's pods as the API server validates it: claims are volumes,
   * and the controller sets the name and the domain.
   */
  static ManifestFields pod(ManifestFields spec) {
    ManifestFields pod = spec.object("template").object("spec");
    Map<String, Object> volumes = new LinkedHashMap<>();
    for (ManifestFields claim : spec.list("volumeClaimTemplates")) {
      String name = claim.object("metadata").text("name");
      volumes.put(name, Map.of("name", name, "persistentVolumeClaim", Map.of("claimName", name)));
    }
    List<Object> all = new ArrayList<>(volumes.values());
    pod.list("volumes").stream()
        .filter(volume -> !volumes.containsKey(volume.text("name")))
        .map(ManifestFields::fields)
        .forEach(all::add);
    Map<Object, Object> fields = new HashMap<>(pod.fields());
    fields.keySet().removeAll(Set.of("hostname", "subdomain"));
    if (!volumes.isEmpty()) {
      fields.put("volumes", all);
    }
    return new ManifestFields(pod.path(), fields);
  }
}
