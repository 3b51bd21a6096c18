package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL or a path without anything escaped. Versions of Go disagree on user names, addresses as
 * hosts, escapes and more, so these are not modelled.
 *
 * <p>Source: Go's {@code net/url/url.go}.
 *
 * @param scheme the scheme in lower case; empty for a path
 * @param host the host without the port
 * @param port the port, which may be empty; absent without a colon
 * @param path the path
 * @param query the query without the question mark
 */
record PlainUrl(String scheme, String host, Optional<String> port, String path, String query) {
  private static final String UNRESERVED = "A-Za-z0-9._~\\-";
  private static final Pattern FORM =
      Pattern.compile(
          "(?:([A-Za-z][A-Za-z0-9+.-]*)://(["
              + UNRESERVED
              + "]*)(?::([0-9]*))?)?((?:/["
              + UNRESERVED
              + "/]*)?)(?:\\?(["
              + UNRESERVED
              + "=&]*))?");

  /** The texts that are neither a path nor start with a scheme. */
  private static final Pattern NEITHER =
      Pattern.compile("[^/*:\\x00-\\x1f\\x7f][^:\\x00-\\x1f\\x7f]*");

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if it isn't one
   * @throws NotModelledException if whether it is one isn't known
   */
  static PlainUrl parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.isEmpty() || NEITHER.matcher(text).matches()) {
      throw new IllegalArgumentException(error(text));
    }
    if (text.startsWith("//") || text.startsWith("?") || !form.matches()) {
      throw new NotModelledException("whether " + GoText.quote(text) + " is a URL");
    }
    return new PlainUrl(
        text(form, 1).toLowerCase(Locale.ROOT),
        text(form, 2),
        Optional.ofNullable(form.group(3)),
        text(form, 4),
        text(form, 5));
  }

  private static String text(Matcher form, int group) {
    return Optional.ofNullable(form.group(group)).orElse("");
  }

  /** Returns the error for a text that isn't a URL. */
  static String error(String text) {
    return "parse "
        + GoText.quote(text)
        + ": "
        + (text.isEmpty() ? "empty url" : "invalid URI for request");
  }

  /**
   * Returns whether text is a URL.
   *
   * @throws NotModelledException if that isn't known
   */
  static boolean isUrl(String text) {
    try {
      parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  String hostAndPort() {
    return host + port.map(p -> ":" + p).orElse("");
  }

  Map<String, List<String>> parameters() {
    Map<String, List<String>> parameters = new TreeMap<>();
    for (String parameter : query.split("&", -1)) {
      if (!parameter.isEmpty()) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        String value = equals < 0 ? "" : parameter.substring(equals + 1);
        parameters.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
      }
    }
    return parameters;
  }
}
