package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectNames;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.resource.SnapshotCoverage;
import dev.plimsoll.kube.resource.SnapshotUsage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.ResourceQuotaValidation;
import java.util.List;
import java.util.function.Supplier;

/** Reads and checks objects from files; what is wrong is said with the file and the object. */
final class FileObjectReader {
  /** No valid kind, namespace and name are longer together. */
  private static final int LONGEST_LABEL = 400;

  private FileObjectReader() {}

  static ApiObject read(JsonTree json, DocumentLocation documentLocation) {
    return read(
        json, () -> ListFlattener.type(json), documentLocation, () -> ObjectReader.read(json));
  }

  static ApiObject read(JsonTree json, GroupVersionKind type, DocumentLocation documentLocation) {
    return read(json, () -> type, documentLocation, () -> ObjectReader.read(json, type));
  }

  static SnapshotCoverage readCoverage(JsonTree json, DocumentLocation documentLocation) {
    return decoded(
        json, () -> SnapshotCoverage.TYPE, documentLocation, () -> SnapshotCoverage.of(json));
  }

  static MeasuredUsage readUsage(JsonTree json, DocumentLocation documentLocation) {
    return decoded(json, () -> SnapshotUsage.TYPE, documentLocation, () -> SnapshotUsage.of(json));
  }

  private static ApiObject read(
      JsonTree json,
      Supplier<GroupVersionKind> type,
      DocumentLocation documentLocation,
      Supplier<ApiObject> reader) {
    return decoded(json, type, documentLocation, () -> checked(withContainers(reader.get())));
  }

  private static <T> T decoded(
      JsonTree json,
      Supplier<GroupVersionKind> type,
      DocumentLocation documentLocation,
      Supplier<T> reader) {
    try {
      return reader.get();
    } catch (DecodeException e) {
      throw documentLocation.error(label(json, type.get()) + e.getMessage() + ".");
    }
  }

  /**
   * Reads the object of a manifest and checks it. A pod without containers is left to the API
   * server's validation.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  static ApiObject checked(JsonTree json) {
    return checked(ObjectReader.read(json));
  }

  /**
   * Reads an object of a kind that is known from elsewhere, and checks it.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  static ApiObject checked(JsonTree json, GroupVersionKind type) {
    return checked(ObjectReader.read(json, type));
  }

  /** Returns the kind and name of an object, as the beginning of a sentence. */
  static String label(JsonTree json) {
    return label(json, ListFlattener.type(json));
  }

  private static ApiObject withContainers(ApiObject object) {
    if (object instanceof Pod pod && pod.spec().containers().isEmpty()) {
      throw new DecodeException("spec.containers", "is empty, and a pod has at least one");
    }
    return object;
  }

  private static ApiObject checked(ApiObject object) {
    if (object.name().isEmpty() && object.metadata().generateName().isEmpty()) {
      throw new DecodeException("metadata.name", "is missing");
    }
    if (object instanceof ResourceSlice slice && slice.driver().isEmpty()) {
      throw new DecodeException("spec.driver", "is empty, and a slice has one");
    }
    if (object instanceof ResourceSlice slice && slice.pool().name().isEmpty()) {
      throw new DecodeException("spec.pool.name", "is empty, and a slice has one");
    }
    if (object instanceof ResourceQuota quota) {
      List<FieldError> errors = ResourceQuotaValidation.validateCreate(quota);
      if (!errors.isEmpty()) {
        throw new DecodeException("", errors.get(0).toString());
      }
    }
    return object;
  }

  private static String label(JsonTree json, GroupVersionKind type) {
    String label = (type.kind() + " " + ObjectNames.of(json)).trim();
    return label.isEmpty()
        ? ""
        : (label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL) + "…")
            + ": ";
  }
}
