package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An error in one field of an object.
 *
 * <p>Source: {@code staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go}.
 *
 * @param field the path, such as {@code spec.containers[0].resources.limits[cpu]}
 * @param type the kind of fault
 * @param value the faulty value as it is printed, which is as JSON; empty where none is
 * @param goValue the same as Go prints it
 * @param detail what would be right; may be empty
 */
public record FieldError(String field, Type type, String value, String goValue, String detail) {

  private static final Pattern BYTES = Pattern.compile("(must be no more than \\d+) bytes");

  /** The kind of error. */
  public enum Type {
    /** A required field is missing. */
    REQUIRED("Required value"),
    /** The field must not be set. */
    FORBIDDEN("Forbidden"),
    /** The value is invalid. */
    INVALID("Invalid value"),
    /** The value isn't one of the supported values. */
    NOT_SUPPORTED("Unsupported value"),
    /** The value occurs twice. */
    DUPLICATE("Duplicate value"),
    /** The list has too many items. */
    TOO_MANY("Too many"),
    /** The object or field that the value refers to is missing. */
    NOT_FOUND("Not found");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** Returns the words that Kubernetes uses. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** Returns the error of a Job whose pod template changes. The value is left out. */
  public static FieldError ofImmutableTemplate() {
    return invalidJson("spec.template", "…", "field is immutable");
  }

  /** Returns whether a field changes that must not change, or a field below it. */
  public boolean isOfChange() {
    return detail.equals("field is immutable") || (type == Type.FORBIDDEN && field.equals("spec"));
  }

  static FieldError required(String field, String detail) {
    return new FieldError(field, Type.REQUIRED, "", "", detail);
  }

  static FieldError forbidden(String field, String detail) {
    return new FieldError(field, Type.FORBIDDEN, "", "", detail);
  }

  static FieldError invalid(String field, String value, String detail) {
    return invalidJson(field, GoText.quote(value), detail);
  }

  /** Returns an error for each detail. */
  static List<FieldError> invalid(String field, String value, List<String> details) {
    return details.stream().map(detail -> invalid(field, value, detail)).toList();
  }

  /** Returns the error of a number below zero; no error otherwise. */
  static List<FieldError> negative(String field, long number) {
    return number < 0
        ? List.of(invalidJson(field, Long.toString(number), "must be greater than or equal to 0"))
        : List.of();
  }

  static FieldError invalidJson(String field, String json, String detail) {
    return invalid(field, json, json, detail);
  }

  /** Returns the error of a value that Go doesn't print as JSON. */
  static FieldError invalid(String field, String json, String goValue, String detail) {
    return new FieldError(field, Type.INVALID, json, goValue, detail);
  }

  static FieldError duplicate(String field, String value) {
    String quoted = GoText.quote(value);
    return new FieldError(field, Type.DUPLICATE, quoted, quoted, "");
  }

  /** Returns the error of a number that is there twice. */
  static FieldError duplicateNumber(String field, long number) {
    String text = Long.toString(number);
    return new FieldError(field, Type.DUPLICATE, text, text, "");
  }

  static FieldError tooMany(String field, int items, int most) {
    String text = Integer.toString(items);
    return new FieldError(field, Type.TOO_MANY, text, text, "must have at most " + most + " items");
  }

  static FieldError notFound(String field, String value, String detail) {
    String quoted = GoText.quote(value);
    return new FieldError(field, Type.NOT_FOUND, quoted, quoted, detail);
  }

  static FieldError notSupported(String field, String value, Collection<String> supported) {
    return notSupported(field, GoJson.string(value), GoText.quote(value), supported);
  }

  /** Returns the error of a value that is no text. */
  static FieldError notSupported(
      String field, String json, String goValue, Collection<String> supported) {
    String names = supported.stream().map(GoJson::string).collect(Collectors.joining(", "));
    return new FieldError(field, Type.NOT_SUPPORTED, json, goValue, "supported values: " + names);
  }

  /**
   * Returns errors as a version writes them. Up to 1.33, values are printed as by Go. Up to 1.34,
   * lengths of labels are in characters, and keys are qualified names.
   */
  public static List<FieldError> of(KubernetesControlPlane controlPlane, List<FieldError> errors) {
    if (controlPlane.isAtLeast(KubernetesVersion.V1_35)) {
      return errors;
    }
    boolean isJson = controlPlane.isAtLeast(KubernetesVersion.V1_34);
    return errors.stream().map(e -> (isJson ? e : e.asGo()).inFormerWords()).toList();
  }

  private FieldError inFormerWords() {
    String text =
        BYTES
            .matcher(detail)
            .replaceAll("$1 characters")
            .replaceFirst("^a valid label key ", "a qualified name ");
    return new FieldError(field, type, value, goValue, text);
  }

  /** Returns this error at another path. */
  public FieldError withField(String path) {
    return new FieldError(path, type, value, goValue, detail);
  }

  private FieldError asGo() {
    return new FieldError(field, type, goValue, goValue, detail);
  }

  /** Returns the error as Kubernetes writes it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(field).append(": ").append(type);
    if (!value.isEmpty()) {
      text.append(": ").append(value);
    }
    if (!detail.isEmpty()) {
      text.append(": ").append(detail);
    }
    return text.toString();
  }
}
