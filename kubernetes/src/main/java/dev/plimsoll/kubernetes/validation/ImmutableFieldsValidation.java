package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates updates of classes and of volume claims, most of whose fields never change.
 *
 * <p>Changes of fields that the model lacks are not reported, nor is a claim that shrinks. Sources:
 * {@code ValidatePersistentVolumeClaimUpdate} in {@code pkg/apis/core/validation/validation.go},
 * {@code ValidatePriorityClassUpdate} in {@code pkg/apis/scheduling/validation/validation.go},
 * {@code ValidateStorageClassUpdate} in {@code pkg/apis/storage/validation/validation.go}.
 */
public final class ImmutableFieldsValidation {
  private static final String IMMUTABLE = "field is immutable";

  private ImmutableFieldsValidation() {}

  /**
   * Returns the errors of an update.
   *
   * @param updated the object as it would be stored
   * @param old the object as stored
   */
  public static List<FieldError> validate(ApiObject updated, ApiObject old) {
    if (updated instanceof PriorityClass now && old instanceof PriorityClass before) {
      return validate(now, before);
    }
    if (updated instanceof StorageClass now && old instanceof StorageClass before) {
      return validate(now, before);
    }
    return updated instanceof PersistentVolumeClaim now
            && old instanceof PersistentVolumeClaim before
            && !isSame(now, before)
        ? List.of(
            FieldError.forbidden(
                "spec",
                "spec is immutable after creation except resources.requests and"
                    + " volumeAttributesClassName for bound claims"))
        : List.of();
  }

  private static List<FieldError> validate(PriorityClass updated, PriorityClass old) {
    List<FieldError> errors = new ArrayList<>();
    if (updated.value() != old.value()) {
      errors.add(FieldError.forbidden("value", "may not be changed in an update."));
    }
    if (preempts(updated) != preempts(old)) {
      errors.add(FieldError.invalid("preemptionPolicy", updated.preemptionPolicy(), IMMUTABLE));
    }
    return errors;
  }

  private static boolean preempts(PriorityClass priorityClass) {
    return !priorityClass.preemptionPolicy().equals("Never");
  }

  private static List<FieldError> validate(StorageClass updated, StorageClass old) {
    List<FieldError> errors = new ArrayList<>();
    if (!updated.provisioner().equals(old.provisioner())) {
      errors.add(FieldError.invalid("provisioner", updated.provisioner(), IMMUTABLE));
    }
    if (!updated.volumeBindingMode().equals(old.volumeBindingMode())) {
      errors.add(FieldError.invalid("volumeBindingMode", updated.volumeBindingMode(), IMMUTABLE));
    }
    return errors;
  }

  private static boolean isSame(PersistentVolumeClaim updated, PersistentVolumeClaim old) {
    boolean isBound = updated.phase().equals("Bound");
    return (old.volumeName().isEmpty() || updated.volumeName().equals(old.volumeName()))
        && updated.storageClass().equals(old.storageClass())
        && updated.accessModes().equals(old.accessModes())
        && updated.volumeMode().equals(old.volumeMode())
        && updated.selector().equals(old.selector())
        && (isBound
            || updated
                .requests()
                .getOrZero(ResourceName.STORAGE)
                .equals(old.requests().getOrZero(ResourceName.STORAGE)))
        && (isBound || updated.volumeAttributesClassName().equals(old.volumeAttributesClassName()));
  }
}
