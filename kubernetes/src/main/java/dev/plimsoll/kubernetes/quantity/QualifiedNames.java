package dev.plimsoll.kubernetes.quantity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Kubernetes' rules for names. Each check returns what is wrong in Kubernetes' words, in its order;
 * an empty list if nothing is. Source: {@code
 * staging/src/k8s.io/apimachinery/pkg/api/validate/content/kube.go}, {@code
 * staging/src/k8s.io/apimachinery/pkg/api/validate/content/dns.go} and {@code
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go}.
 */
public final class QualifiedNames {
  private static final int NAME_MAX_LENGTH = 63;
  private static final int SUBDOMAIN_MAX_LENGTH = 253;

  /** The unit of lengths in texts about label keys and values. Before 1.35, it is characters. */
  private static final String BYTES = "bytes";

  private static final String CHARACTERS = "characters";

  private static final String NAME_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.',"
          + " and must start and end with an alphanumeric character";
  private static final String NAME_DETAIL =
      regexDetail(NAME_RULE, NAME_REGEX, "MyName", "my.name", "123-abc");
  private static final String LABEL_VALUE_DETAIL =
      regexDetail(
          "a valid label must be an empty string or " + NAME_RULE.substring("must ".length()),
          "(" + NAME_REGEX + ")?",
          "MyValue",
          "my_value",
          "12345");
  private static final String DNS_LABEL_DETAIL =
      regexDetail(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
              + " and must start and end with an alphanumeric character",
          LABEL_REGEX,
          "my-name",
          "123-abc");
  private static final String SUBDOMAIN_REGEX = LABEL_REGEX + "(\\." + LABEL_REGEX + ")*";
  private static final String SEARCH_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final String SEARCH_REGEX = SEARCH_LABEL + "(\\." + SEARCH_LABEL + ")*";
  private static final Pattern SEARCH = Pattern.compile(SEARCH_REGEX);
  private static final String SEARCH_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
          + " '_', '-' or '.', and must start and end with an alphanumeric character";
  private static final String DNS_SUBDOMAIN_DETAIL =
      regexDetail(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
              + " '-' or '.', and must start and end with an alphanumeric character",
          SUBDOMAIN_REGEX,
          "example.com");

  private static final String DNS1035_DETAIL =
      regexDetail(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character",
          "[a-z]([-a-z0-9]*[a-z0-9])?",
          "my-name",
          "abc-123");

  private static final Pattern CONFIG_MAP_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final String CONFIG_MAP_KEY_DETAIL =
      regexDetail(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
          CONFIG_MAP_KEY.pattern(),
          "key.name",
          "KEY_NAME",
          "key-name");
  private static final Pattern VARIABLE = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");
  private static final String VARIABLE_DETAIL =
      regexDetail(
          "a valid environment variable name must consist of alphabetic characters, digits, '_',"
              + " '-', or '.', and must not start with a digit",
          VARIABLE.pattern(),
          "my.env-name",
          "MY_ENV.NAME",
          "MyEnvName1");

  private QualifiedNames() {}

  /** A name, or a DNS subdomain, a slash and a name: label keys and resource names. */
  public static List<String> qualifiedName(String value) {
    List<String> errors = new ArrayList<>();
    int slash = value.indexOf('/');
    if (slash >= 0) {
      if (value.indexOf('/', slash + 1) >= 0) {
        return List.of(
            "a valid label key "
                + NAME_DETAIL
                + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      }
      if (slash == 0) {
        errors.add("prefix part must be non-empty");
      }
      if (slash > 0) {
        String prefix = value.substring(0, slash);
        check(prefix, SUBDOMAIN_MAX_LENGTH, BYTES, isSubdomain(prefix), DNS_SUBDOMAIN_DETAIL)
            .forEach(e -> errors.add("prefix part " + e));
      }
    }
    String name = value.substring(slash + 1);
    if (name.isEmpty()) {
      errors.add("name part must be non-empty");
    }
    if (bytes(name) > NAME_MAX_LENGTH) {
      errors.add("name part " + tooLong(NAME_MAX_LENGTH, BYTES));
    }
    if (!isName(name)) {
      errors.add("name part " + NAME_DETAIL);
    }
    return List.copyOf(errors);
  }

  /** The value of a label: empty, or a name. */
  public static List<String> labelValue(String value) {
    boolean matches = value.isEmpty() || isName(value);
    return check(value, NAME_MAX_LENGTH, BYTES, matches, LABEL_VALUE_DETAIL);
  }

  /** A lower-case DNS label, such as a namespace. */
  public static List<String> dns1123Label(String value) {
    boolean label = isLabel(value, 0, value.length());
    String detail = isSubdomain(value) ? "must not contain dots" : DNS_LABEL_DETAIL;
    return check(value, NAME_MAX_LENGTH, CHARACTERS, label, detail);
  }

  /** A lower-case DNS label that starts with a letter, such as a service. */
  public static List<String> dns1035Label(String value) {
    boolean label = isLabel(value, 0, value.length()) && isLowerCase(value.charAt(0));
    return check(value, NAME_MAX_LENGTH, CHARACTERS, label, DNS1035_DETAIL);
  }

  /** Lower-case DNS labels joined by dots, such as the name of most objects. */
  public static List<String> dns1123Subdomain(String value) {
    return check(value, SUBDOMAIN_MAX_LENGTH, CHARACTERS, isSubdomain(value), DNS_SUBDOMAIN_DETAIL);
  }

  /**
   * A search path of DNS settings, which is a subdomain whose labels may have underscores.
   *
   * @param namesUnderscore whether the error's regular expression has the underscores
   */
  public static List<String> searchPath(String value, boolean namesUnderscore) {
    boolean isRight = value.length() <= SUBDOMAIN_MAX_LENGTH && SEARCH.matcher(value).matches();
    return check(
        value,
        SUBDOMAIN_MAX_LENGTH,
        CHARACTERS,
        isRight || value.length() > SUBDOMAIN_MAX_LENGTH,
        regexDetail(SEARCH_RULE, namesUnderscore ? SEARCH_REGEX : SUBDOMAIN_REGEX, "example.com"));
  }

  /** A key in the data of a ConfigMap or a Secret. */
  public static List<String> configMapKey(String value) {
    return withoutSteps(
        value,
        check(
            value,
            SUBDOMAIN_MAX_LENGTH,
            CHARACTERS,
            CONFIG_MAP_KEY.matcher(value).matches(),
            CONFIG_MAP_KEY_DETAIL));
  }

  /** An environment variable, by the stricter rule. */
  public static List<String> variable(String value) {
    return withoutSteps(
        value, VARIABLE.matcher(value).matches() ? List.of() : List.of(VARIABLE_DETAIL));
  }

  private static List<String> withoutSteps(String value, List<String> found) {
    List<String> errors = new ArrayList<>(found);
    if (value.equals(".") || value.equals("..")) {
      errors.add("must not be '" + value + "'");
    } else if (value.startsWith("..")) {
      errors.add("must not start with '..'");
    }
    return errors;
  }

  private static List<String> check(
      String value, int maxLength, String unit, boolean matches, String detail) {
    List<String> errors = new ArrayList<>();
    if (bytes(value) > maxLength) {
      errors.add(tooLong(maxLength, unit));
    }
    if (!matches) {
      errors.add(detail);
    }
    return List.copyOf(errors);
  }

  private static int bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String tooLong(int maxLength, String unit) {
    return "must be no more than " + maxLength + " " + unit;
  }

  private static boolean isName(String value) {
    if (value.isEmpty()
        || !isAlphanumeric(value.charAt(0))
        || !isAlphanumeric(value.charAt(value.length() - 1))) {
      return false;
    }
    return value.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.');
  }

  private static boolean isSubdomain(String value) {
    int start = 0;
    for (int dot = value.indexOf('.'); dot >= 0; dot = value.indexOf('.', start)) {
      if (!isLabel(value, start, dot)) {
        return false;
      }
      start = dot + 1;
    }
    return isLabel(value, start, value.length());
  }

  private static boolean isLabel(String value, int start, int end) {
    if (start == end || value.charAt(start) == '-' || value.charAt(end - 1) == '-') {
      return false;
    }
    return value
        .substring(start, end)
        .chars()
        .allMatch(c -> isLowerCase(c) || isDigit(c) || c == '-');
  }

  private static boolean isAlphanumeric(int c) {
    return isLowerCase(c) || isDigit(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLowerCase(int c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static String regexDetail(String rule, String regex, String... examples) {
    return rule
        + " (e.g. '"
        + String.join("',  or '", examples)
        + "', regex used for validation is '"
        + regex
        + "')";
  }
}
