package dev.plimsoll.kubernetes.cel;

import com.google.common.primitives.UnsignedLong;
import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A text into which values are put: {@code %s}, {@code %d} and {@code %b}, {@code %o}, {@code %x},
 * {@code %X} of whole numbers.
 *
 * <p>Source: {@code vendor/github.com/google/cel-go/ext/formatting.go}.
 */
final class StringFormat {
  private StringFormat() {}

  /**
   * Returns the text.
   *
   * @throws NotModelledException if it has other clauses, or values that they don't fit
   */
  static String format(String format, List<?> values) {
    StringBuilder text = new StringBuilder();
    int next = 0;
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i);
      if (c != '%') {
        text.append(c);
        i++;
        continue;
      }
      char clause = i + 1 < format.length() ? format.charAt(i + 1) : ' ';
      i += 2;
      if (clause == '%') {
        text.append(clause);
      } else if (next < values.size()) {
        text.append(value(clause, values.get(next)));
        next++;
      } else {
        throw unknown();
      }
    }
    return text.toString();
  }

  private static String value(char clause, Object value) {
    if (clause == 's') {
      return string(value);
    }
    if (!(value instanceof Long || value instanceof UnsignedLong)) {
      throw unknown();
    }
    boolean signed = value instanceof Long number && number < 0;
    UnsignedLong size =
        value instanceof UnsignedLong unsigned
            ? unsigned
            : UnsignedLong.fromLongBits(signed ? -(Long) value : (Long) value);
    return (signed ? "-" : "") + digits(clause, size);
  }

  private static String digits(char clause, UnsignedLong size) {
    return switch (clause) {
      case 'd' -> size.toString();
      case 'b' -> size.toString(2);
      case 'o' -> size.toString(8);
      case 'x' -> size.toString(16);
      case 'X' -> size.toString(16).toUpperCase(Locale.ROOT);
      default -> throw unknown();
    };
  }

  private static String string(Object value) {
    if (value instanceof String
        || value instanceof Long
        || value instanceof UnsignedLong
        || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(StringFormat::literal).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> Map.entry(literal(e.getKey()), literal(e.getValue())))
          .sorted(Map.Entry.comparingByKey())
          .map(e -> e.getKey() + ":" + e.getValue())
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (CelValues.isNull(value)) {
      return "null";
    }
    throw unknown();
  }

  private static String literal(Object value) {
    return value instanceof String text ? GoText.quote(text) : string(value);
  }

  private static NotModelledException unknown() {
    return new NotModelledException("what format() makes of these values");
  }
}
