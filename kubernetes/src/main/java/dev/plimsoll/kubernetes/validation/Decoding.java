package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The errors that decoders of API servers find in an object. The answer depends on the version:
 * later versions have more fields.
 *
 * <p>Source: {@code addErrorContext} and {@code saveStrictError} in {@code
 * vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go}.
 *
 * @param before the words before an error: they name the kind
 * @param wrong the first value that can't be decoded
 * @param fields the fields that not all versions know, in the order of the decoder
 */
public record Decoding(String before, Optional<WrongValue> wrong, List<UnknownField> fields) {
  /** An object that every version decodes, or whose fields are not known here. */
  public static final Decoding NO_ERROR = new Decoding("", Optional.empty(), List.of());

  /** The decoder lists no more unknown fields. */
  private static final int MOST = 100;

  public Decoding {
    fields = List.copyOf(fields);
  }

  /**
   * A value that can't be decoded.
   *
   * @param message the error
   * @param formerMessage the error before Kubernetes 1.35, which names no embedded types
   * @param field the path of the value; indexes of lists are steps
   * @param advice how to mend the value, a sentence; empty where nothing is known
   */
  public record WrongValue(
      String message, String formerMessage, List<String> field, String advice) {
    public WrongValue {
      field = List.copyOf(field);
    }
  }

  /**
   * A field that not all versions know.
   *
   * @param name the field as errors name it, such as {@code spec.containers[0].resource}
   * @param field the path of the field; indexes of lists are steps
   * @param advice how to mend the field, a sentence; empty where nothing is known
   * @param since the first version that knows the field; empty if no version does
   */
  public record UnknownField(
      String name, List<String> field, String advice, Optional<KubernetesVersion> since) {
    public UnknownField {
      field = List.copyOf(field);
    }

    private boolean isUnknown(KubernetesVersion version) {
      return since.isEmpty() || version.compareTo(since.get()) < 0;
    }
  }

  /** Returns the answer of an API server of a version; empty if it decodes the object. */
  public Optional<DecodingError> error(KubernetesVersion version) {
    List<UnknownField> unknown = unknown(version);
    Set<List<String>> paths = unknown.stream().map(UnknownField::field).collect(Collectors.toSet());
    Optional<WrongValue> found =
        wrong.filter(w -> !paths.contains(w.field()) && !isIn(w.field(), paths));
    if (found.isPresent()) {
      return found.map(w -> error(w, version));
    }
    return unknown.stream().findFirst().map(first -> error(first, unknown, version));
  }

  private DecodingError error(
      UnknownField first, List<UnknownField> unknown, KubernetesVersion version) {
    String message =
        unknown.stream()
            .map(u -> "unknown field " + GoText.quote(u.name()))
            .distinct()
            .limit(MOST)
            .collect(Collectors.joining(", ", before + "strict decoding error: ", ""));
    List<String> doubts = List.of();
    if (version.compareTo(KubernetesVersion.V1_36) > 0) {
      doubts =
          List.of(
              "the cluster is newer than the fields that Plimsoll knows",
              "an API server of an older version says: " + message);
    } else if (unknown.stream().allMatch(u -> u.since().isPresent())) {
      doubts =
          List.of(
              "kubectl asks for strict decoding, and another client may lose the field instead",
              "kubectl is denied: " + message,
              first.advice());
    }
    return new DecodingError(message, first.field(), first.advice(), true, doubts);
  }

  private DecodingError error(WrongValue value, KubernetesVersion version) {
    String message =
        version.compareTo(KubernetesVersion.V1_35) < 0 ? value.formerMessage() : value.message();
    return new DecodingError(before + message, value.field(), value.advice(), false, List.of());
  }

  /** The decoder doesn't look into an unknown field. */
  private List<UnknownField> unknown(KubernetesVersion version) {
    List<UnknownField> unknown = fields.stream().filter(f -> f.isUnknown(version)).toList();
    Set<List<String>> paths = unknown.stream().map(UnknownField::field).collect(Collectors.toSet());
    return unknown.stream().filter(u -> !isIn(u.field(), paths)).toList();
  }

  private static boolean isIn(List<String> field, Set<List<String>> others) {
    return IntStream.range(1, field.size()).anyMatch(i -> others.contains(field.subList(0, i)));
  }
}
