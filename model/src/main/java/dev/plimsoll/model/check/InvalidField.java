package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.ManifestValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The field of a manifest that an error leads to. Errors of the API server name all labels instead
 * of one, and some name a path that no manifest has.
 */
final class InvalidField {
  private InvalidField() {}

  /** Returns the path in the manifest, or the error's own path where none is known. */
  static List<String> of(CheckedObject checked, FieldError error) {
    List<String> given = FieldPath.parse(error.field());
    List<String> named = checked.patched().map(p -> named(p, checked, error)).orElse(given);
    List<String> path =
        Stream.of(named, withMetadata(named), withRequests(named))
            .filter(checked::has)
            .findFirst()
            .or(() -> inItem(checked, named, error))
            .orElse(named);
    return checked
        .value(path)
        .flatMap(value -> label(value, error))
        .map(key -> FieldPath.in(path, key))
        .orElse(path);
  }

  /** Some errors of changes name a whole object; the first field that changes is in it. */
  private static List<String> named(
      PatchedObject patched, CheckedObject checked, FieldError error) {
    List<String> given = FieldPath.parse(error.field());
    List<String> named =
        error.isOfChange()
            ? patched.firstChange(
                given, ManifestValidation.mutableFields(checked.object().type().kind()))
            : given;
    return patched.inManifest(named, checked.fields());
  }

  /** Errors of a template's labels leave its metadata out. */
  private static List<String> withMetadata(List<String> path) {
    int last = path.size() - 1;
    return last > 0 && path.get(last).equals("labels")
        ? FieldPath.in(path.subList(0, last), "metadata", "labels")
        : path;
  }

  /** Errors of a claim's storage leave the requests out. */
  private static List<String> withRequests(List<String> path) {
    int last = path.size() - 1;
    return last > 0 && path.get(last).equals("storage")
        ? FieldPath.in(path.subList(0, last), "requests", "storage")
        : path;
  }

  /** Errors of paths of mounts leave the index out. */
  private static Optional<List<String>> inItem(
      CheckedObject checked, List<String> path, FieldError error) {
    if (path.size() < 2) {
      return Optional.empty();
    }
    List<String> parent = path.subList(0, path.size() - 1);
    String field = path.get(parent.size());
    int items =
        checked.value(parent).map(v -> v instanceof List<?> list ? list.size() : 0).orElse(0);
    return IntStream.range(0, items)
        .mapToObj(i -> FieldPath.in(parent, Integer.toString(i), field))
        .filter(item -> checked.value(item).filter(v -> isOf(v, error)).isPresent())
        .findFirst();
  }

  private static Optional<String> label(Object value, FieldError error) {
    List<String> keys = new ArrayList<>();
    if (value instanceof Map<?, ?> labels) {
      labels.forEach(
          (key, text) -> {
            if (isOf(key, error) || isOf(text, error)) {
              keys.add(String.valueOf(key));
            }
          });
    }
    return keys.stream().sorted().findFirst();
  }

  private static boolean isOf(Object value, FieldError error) {
    return value instanceof String text && GoText.quote(text).equals(error.value());
  }
}
