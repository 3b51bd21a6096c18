package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Validates the names of a pod's volumes, and the commonest sources of volumes.
 *
 * <p>Source: {@code ValidateVolumes} in {@code pkg/apis/core/validation/validation.go}.
 */
final class VolumeFieldsValidation {

  /** The field that a source of a volume must have. */
  private static final Map<String, String> REQUIRED =
      Map.of(
          "hostPath", "path",
          "secret", "secretName",
          "configMap", "name",
          "persistentVolumeClaim", "claimName");

  /** In the order in which they are validated. */
  private static final List<String> SOURCES =
      List.of(
          "emptyDir",
          "hostPath",
          "gitRepo",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "secret",
          "nfs",
          "iscsi",
          "glusterfs",
          "flocker",
          "persistentVolumeClaim",
          "rbd",
          "cinder",
          "cephfs",
          "quobyte",
          "downwardAPI",
          "fc",
          "flexVolume",
          "configMap",
          "azureFile",
          "vsphereVolume",
          "photonPersistentDisk",
          "portworxVolume",
          "azureDisk",
          "storageos",
          "projected",
          "scaleIO",
          "csi",
          "ephemeral",
          "image");

  /** The names of sources that errors write otherwise. */
  private static final Map<String, String> IN_ERRORS =
      Map.of("cephfs", "cephFS", "downwardAPI", "downwarAPI");

  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");

  /** 0777 in octal. */
  private static final int HIGHEST_MODE = 511;

  private VolumeFieldsValidation() {}

  /**
   * Returns the errors of the volumes.
   *
   * @param spec the fields of the pod's spec
   * @param names the names of volumes that mounts find, to which valid volumes are added
   */
  static List<FieldError> validate(
      ManifestFields spec, Set<String> names, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (ManifestFields volume : spec.list("volumes")) {
      List<FieldError> own = ofVolume(volume, seen, controlPlane);
      if (own.isEmpty()) {
        seen.add(volume.text("name"));
      }
      errors.addAll(own);
    }
    names.addAll(seen);
    return errors;
  }

  private static List<FieldError> ofVolume(
      ManifestFields volume, Set<String> seen, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    List<String> sources = SOURCES.stream().filter(volume::has).toList();
    sources.stream()
        .limit(1)
        .filter(REQUIRED::containsKey)
        .forEach(
            first ->
                errors.addAll(
                    ofSource(volume.object(first), first, REQUIRED.getOrDefault(first, ""))));
    sources.stream()
        .limit(1)
        .forEach(first -> errors.addAll(ofServer(volume.object(first), first, controlPlane)));
    if (volume.has("emptyDir")) {
      errors.addAll(ofLimit(volume.object("emptyDir")));
    }
    if (sources.stream().limit(1).anyMatch("ephemeral"::equals)) {
      errors.addAll(ofClaim(volume.object("ephemeral")));
    }
    sources.stream()
        .skip(1)
        .map(other -> volume.path(IN_ERRORS.getOrDefault(other, other)))
        .map(path -> FieldError.forbidden(path, "may not specify more than 1 volume type"))
        .forEach(errors::add);
    String name = volume.text("name");
    if (name.isEmpty()) {
      errors.add(FieldError.required(volume.path("name"), ""));
    } else {
      errors.addAll(
          FieldError.invalid(volume.path("name"), name, QualifiedNames.dns1123Label(name)));
    }
    if (seen.contains(name)) {
      errors.add(FieldError.duplicate(volume.path("name"), name));
    }
    return errors;
  }

  private static List<FieldError> ofSource(ManifestFields source, String kind, String required) {
    if (source.text(required).isEmpty()) {
      FieldError missing = FieldError.required(source.path(required), "");
      if (kind.equals("hostPath")) {
        return List.of(missing);
      }
      List<FieldError> errors = new ArrayList<>(List.of(missing));
      errors.addAll(ofFiles(source));
      return errors;
    }
    if (!kind.equals("hostPath")) {
      return ofFiles(source);
    }
    List<FieldError> errors = new ArrayList<>(steps(source.text("path"), source.path("path")));
    String type = source.text("type");
    if (!HOST_PATH_TYPES.contains(type)) {
      errors.add(FieldError.notSupported(source.path("type"), type, HOST_PATH_TYPES));
    }
    return errors;
  }

  private static List<FieldError> ofServer(
      ManifestFields source, String kind, KubernetesControlPlane controlPlane) {
    return switch (kind) {
      case "nfs" -> ofNfs(source);
      case "csi" -> ofCsi(source, controlPlane);
      default -> List.of();
    };
  }

  private static List<FieldError> ofNfs(ManifestFields nfs) {
    List<FieldError> errors = new ArrayList<>();
    for (String field : List.of("server", "path")) {
      if (nfs.text(field).isEmpty()) {
        errors.add(FieldError.required(nfs.path(field), ""));
      }
    }
    if (!nfs.text("path").startsWith("/")) {
      errors.add(
          FieldError.invalid(nfs.path("path"), nfs.text("path"), "must be an absolute path"));
    }
    return errors;
  }

  private static List<FieldError> ofCsi(ManifestFields csi, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    String driver = csi.text("driver");
    if (driver.isEmpty()) {
      errors.add(FieldError.required(csi.path("driver"), ""));
    }
    if (!driver.isEmpty() || !controlPlane.isAtLeast(KubernetesVersion.V1_35)) {
      errors.addAll(
          FieldError.invalid(
              csi.path("driver"),
              driver,
              QualifiedNames.dns1123Subdomain(driver.toLowerCase(Locale.ROOT))));
    }
    ManifestFields secret = csi.object("nodePublishSecretRef");
    if (csi.has("nodePublishSecretRef") && secret.text("name").isEmpty()) {
      errors.add(FieldError.required(secret.path("name"), ""));
    }
    return errors;
  }

  private static List<FieldError> ofLimit(ManifestFields emptyDir) {
    try {
      return emptyDir.has("sizeLimit") && Quantity.fromJson(emptyDir.text("sizeLimit")).signum() < 0
          ? List.of(
              FieldError.forbidden(
                  emptyDir.path("sizeLimit"), "SizeLimit field must be a valid resource quantity"))
          : List.of();
    } catch (QuantityFormatException e) {
      // The decoder denies the object.
      return List.of();
    }
  }

  private static List<FieldError> ofClaim(ManifestFields ephemeral) {
    ManifestFields template = ephemeral.object("volumeClaimTemplate");
    if (!ephemeral.has("volumeClaimTemplate")) {
      return List.of(FieldError.required(template.path(), ""));
    }
    List<FieldError> errors =
        new ArrayList<>(
            LabelsValidation.validate(
                template.object("metadata").object("labels").fields(),
                template.path("metadata") + ".labels"));
    errors.addAll(ClaimTemplateValidation.ofClaim(template.object("spec")));
    return errors;
  }

  /** Returns the errors of the files of a ConfigMap or a Secret. */
  private static List<FieldError> ofFiles(ManifestFields source) {
    List<FieldError> errors = new ArrayList<>(mode(source, "defaultMode"));
    for (ManifestFields item : source.list("items")) {
      for (String field : List.of("key", "path")) {
        if (item.text(field).isEmpty()) {
          errors.add(FieldError.required(item.path(field), ""));
        }
      }
      errors.addAll(target(item.text("path"), item.path("path")));
      errors.addAll(mode(item, "mode"));
    }
    return errors;
  }

  private static List<FieldError> target(String target, String path) {
    List<FieldError> errors = new ArrayList<>(below(target, path));
    if (target.startsWith("..") && !target.startsWith("../")) {
      errors.add(FieldError.invalid(path, target, "must not start with '..'"));
    }
    return errors;
  }

  /** Returns the errors of a path below another one. */
  static List<FieldError> below(String target, String path) {
    List<FieldError> errors = new ArrayList<>();
    if (target.startsWith("/")) {
      errors.add(FieldError.invalid(path, target, "must be a relative path"));
    }
    errors.addAll(steps(target, path));
    return errors;
  }

  private static List<FieldError> steps(String target, String path) {
    return List.of(target.split("/", -1)).contains("..")
        ? List.of(FieldError.invalid(path, target, "must not contain '..'"))
        : List.of();
  }

  private static List<FieldError> mode(ManifestFields fields, String name) {
    long mode = fields.number(name);
    return mode >= 0 && mode <= HIGHEST_MODE
        ? List.of()
        : List.of(
            FieldError.invalidJson(
                fields.path(name),
                Long.toString(mode),
                "must be a number between 0 and 0777 (octal), both inclusive"));
  }
}
