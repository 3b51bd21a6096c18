package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Reads addresses as Go does, and says in its words what is wrong with them.
 *
 * <p>Source: Go's {@code net/netip/netip.go}.
 */
final class IpAddressParser {
  private static final int BYTES = 16;

  private final String text;
  private final UnaryOperator<String> error;
  private final List<Integer> bytes = new ArrayList<>();
  private int ellipsis = -1;

  private IpAddressParser(String text, UnaryOperator<String> error) {
    this.text = text;
    this.error = error;
  }

  /**
   * Reads an address.
   *
   * @param error makes the message from Go's
   * @throws IllegalArgumentException if it isn't one
   */
  static IpAddress parse(String text, UnaryOperator<String> error) {
    IpAddressParser parser = new IpAddressParser(text, error);
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '.' -> {
          parser.addFields(text);
          return parser.address(IpAddress.V4);
        }
        case ':' -> {
          return parser.version6();
        }
        case '%' -> throw parser.error("missing IPv6 address");
        default -> {
          // Which kind of address it is shows later.
        }
      }
    }
    throw parser.error("unable to parse IP");
  }

  private IpAddress address(int bits) {
    BigInteger value = BigInteger.ZERO;
    for (int one : bytes) {
      value = value.shiftLeft(Byte.SIZE).or(BigInteger.valueOf(one));
    }
    return new IpAddress(bits, value);
  }

  private void addFields(String fields) {
    int value = 0;
    int digits = 0;
    int count = 0;
    for (int i = 0; i < fields.length(); i++) {
      char c = fields.charAt(i);
      if (c >= '0' && c <= '9') {
        if (digits == 1 && value == 0) {
          throw error("IPv4 field has octet with leading zero");
        }
        value = value * 10 + c - '0';
        digits++;
        if (value > 255) {
          throw error("IPv4 field has value >255");
        }
      } else if (c == '.') {
        if (i == 0 || i == fields.length() - 1 || fields.charAt(i - 1) == '.') {
          throw error("IPv4 field must have at least one digit", fields.substring(i));
        }
        if (count == 3) {
          throw error("IPv4 address too long");
        }
        bytes.add(value);
        count++;
        value = 0;
        digits = 0;
      } else {
        throw error("unexpected character", fields.substring(i));
      }
    }
    if (count < 3) {
      throw error("IPv4 address too short");
    }
    bytes.add(value);
  }

  private IpAddress version6() {
    int percent = text.indexOf('%');
    if (percent == text.length() - 1) {
      throw error("zone must be a non-empty string");
    }
    String rest = percent >= 0 ? text.substring(0, percent) : text;
    if (rest.startsWith("::")) {
      ellipsis = 0;
      rest = rest.substring(2);
    }
    boolean more = ellipsis < 0 || !rest.isEmpty();
    while (more && bytes.size() < BYTES) {
      rest = addGroup(rest);
      more = !rest.isEmpty();
      if (more) {
        rest = rest.substring(1);
        if (rest.startsWith(":")) {
          if (ellipsis >= 0) {
            throw error("multiple :: in address", rest);
          }
          ellipsis = bytes.size();
          rest = rest.substring(1);
          more = !rest.isEmpty();
        }
      }
    }
    if (!rest.isEmpty()) {
      throw error("trailing garbage after address", rest);
    }
    expandEllipsis();
    return address(IpAddress.V6);
  }

  /** Adds the group that the rest starts with; returns what follows, which starts with a colon. */
  private String addGroup(String rest) {
    int end = 0;
    while (end < rest.length() && isHex(rest.charAt(end))) {
      if (end > 3) {
        throw error("each group must have 4 or less digits", rest);
      }
      end++;
    }
    if (end == 0) {
      throw error("each colon-separated field must have at least one digit", rest);
    }
    if (end < rest.length() && rest.charAt(end) == '.') {
      addEmbedded(rest);
      return "";
    }
    int group = Integer.parseInt(rest.substring(0, end), 16);
    bytes.add(group >> 8);
    bytes.add(group & 255);
    String after = rest.substring(end);
    if (!after.isEmpty() && after.charAt(0) != ':') {
      throw error("unexpected character, want colon", after);
    }
    if (after.length() == 1) {
      throw error("colon must be followed by more characters", after);
    }
    return after;
  }

  private void addEmbedded(String rest) {
    if (ellipsis < 0 && bytes.size() != BYTES - 4) {
      throw error("embedded IPv4 address must replace the final 2 fields of the address", rest);
    }
    if (bytes.size() + 4 > BYTES) {
      throw error("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
    }
    addFields(rest);
  }

  private void expandEllipsis() {
    if (bytes.size() == BYTES) {
      if (ellipsis >= 0) {
        throw error("the :: must expand to at least one field of zeros");
      }
    } else if (ellipsis < 0) {
      throw error("address string too short");
    }
    while (bytes.size() < BYTES) {
      bytes.add(ellipsis, 0);
    }
  }

  private static boolean isHex(char c) {
    return c < 128 && Character.digit(c, 16) >= 0;
  }

  private IllegalArgumentException error(String message) {
    return new IllegalArgumentException(
        error.apply("ParseAddr(" + GoText.quote(text) + "): " + message));
  }

  private IllegalArgumentException error(String message, String at) {
    return error(message + " (at " + GoText.quote(at) + ")");
  }
}
