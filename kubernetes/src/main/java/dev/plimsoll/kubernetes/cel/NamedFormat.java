package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A form that texts may have.
 *
 * <p>Sources: {@code staging/src/k8s.io/apiserver/pkg/cel/library/format.go} and {@code
 * k8s.io/kube-openapi/pkg/validation/strfmt}.
 */
@SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
enum NamedFormat {
  DNS1123_LABEL("dns1123Label", inCharacters(QualifiedNames::dns1123Label)),
  DNS1123_SUBDOMAIN("dns1123Subdomain", inCharacters(QualifiedNames::dns1123Subdomain)),
  DNS1035_LABEL("dns1035Label", inCharacters(QualifiedNames::dns1035Label)),
  QUALIFIED_NAME("qualifiedName", QualifiedNames::qualifiedName),
  DNS1123_LABEL_PREFIX("dns1123LabelPrefix", ofPrefix(QualifiedNames::dns1123Label)),
  DNS1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", ofPrefix(QualifiedNames::dns1123Subdomain)),
  DNS1035_LABEL_PREFIX("dns1035LabelPrefix", ofPrefix(QualifiedNames::dns1035Label)),
  LABEL_VALUE("labelValue", QualifiedNames::labelValue),
  URI("uri", NamedFormat::uri),
  UUID("uuid", matching(Patterns.UUID, "does not match the UUID format")),
  BYTE("byte", matching(Patterns.BASE64, "invalid base64")),
  DATE("date", checked(NamedFormat::isDate, "invalid date")),
  DATETIME("datetime", checked(NamedFormat::isDateTime, "invalid datetime"));

  private static final class Patterns {
    static final Pattern UUID =
        Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    static final Pattern BASE64 =
        Pattern.compile(
            "(?:[A-Za-z0-9+/]{4})*" + "(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");
    static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    static final Pattern TIME =
        Pattern.compile(
            "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:.[0-9]+)?"
                + "(?:z|[+-][0-9]{2}:[0-9]{2})");
  }

  private final String name;
  private final Function<String, List<String>> errors;

  NamedFormat(String name, Function<String, List<String>> errors) {
    this.name = name;
    this.errors = errors;
  }

  static Optional<NamedFormat> of(String name) {
    return Stream.of(values()).filter(f -> f.name.equals(name)).findFirst();
  }

  String formatName() {
    return name;
  }

  /** Returns the errors in a text; empty if the text has the format. */
  Optional<List<String>> errors(String text) {
    return Optional.of(errors.apply(text)).filter(e -> !e.isEmpty());
  }

  /** Puts another end for the dash after which a prefix is followed by something. */
  private static String masked(String prefix) {
    return prefix.length() > 1 && prefix.endsWith("-")
        ? prefix.substring(0, prefix.length() - 2) + "a"
        : prefix;
  }

  private static Function<String, List<String>> ofPrefix(Function<String, List<String>> errors) {
    return text -> inCharacters(errors).apply(masked(text));
  }

  /**
   * Here Kubernetes words the length limit in characters, for label keys in bytes; it counts bytes
   * in both.
   */
  private static Function<String, List<String>> inCharacters(
      Function<String, List<String>> errors) {
    return text ->
        errors.apply(text).stream()
            .map(e -> e.startsWith("must be no more") ? e.replace(" bytes", " characters") : e)
            .toList();
  }

  private static List<String> uri(String text) {
    return PlainUrl.isUrl(text) ? List.of() : List.of(PlainUrl.error(text));
  }

  private static Function<String, List<String>> matching(Pattern pattern, String error) {
    return checked(text -> pattern.matcher(text).matches(), error);
  }

  private static Function<String, List<String>> checked(Predicate<String> rule, String error) {
    return text -> rule.test(text) ? List.of() : List.of(error);
  }

  private static boolean isDate(String text) {
    try {
      return Patterns.DATE.matcher(text).matches() && LocalDate.parse(text) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    return parts.length >= 2 && isDate(parts[0]) && Patterns.TIME.matcher(parts[1]).matches();
  }
}
