package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.math.BigInteger;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/**
 * An address of the Internet Protocol.
 *
 * <p>Sources: {@code staging/src/k8s.io/apiserver/pkg/cel/library/ip.go} and Go's {@code
 * net/netip/netip.go}.
 *
 * @param bits its length: 32 or 128
 * @param value the address as a number
 */
record IpAddress(int bits, BigInteger value) {
  static final int V4 = 32;
  static final int V6 = 128;

  private static final int GROUPS = 8;
  private static final int GROUP_BITS = 16;
  private static final int MAPPED = 0xffff;

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it isn't one
   */
  static IpAddress parse(String text) {
    IpAddress address =
        IpAddressParser.parse(
            text,
            message ->
                "IP Address "
                    + GoText.quote(text)
                    + " parse error during conversion from string: "
                    + message);
    if (text.indexOf('%') >= 0) {
      throw new IllegalArgumentException(
          "IP address " + GoText.quote(text) + " with zone value is not allowed");
    }
    address.checkNotMapped(text, UnaryOperator.identity());
    return address;
  }

  static boolean isAddress(String text) {
    try {
      parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Checks that it isn't an IPv4 address in the guise of an IPv6 one.
   *
   * @param error makes the message from Go's
   * @throws IllegalArgumentException if it is
   */
  void checkNotMapped(String text, UnaryOperator<String> error) {
    if (bits == V6 && value.shiftRight(V4).equals(BigInteger.valueOf(MAPPED))) {
      throw new IllegalArgumentException(
          error.apply("IPv4-mapped IPv6 address " + GoText.quote(text) + " is not allowed"));
    }
  }

  long family() {
    return bits == V4 ? 4 : 6;
  }

  boolean isUnspecified() {
    return value.signum() == 0;
  }

  boolean isLoopback() {
    return bits == V4 ? startsWith(8, 127) : value.equals(BigInteger.ONE);
  }

  boolean isLinkLocalMulticast() {
    return bits == V4 ? startsWith(24, 0xe00000) : isGroup(0xff0f, 0xff02);
  }

  boolean isLinkLocalUnicast() {
    return bits == V4 ? startsWith(16, 0xa9fe) : isGroup(0xffc0, 0xfe80);
  }

  boolean isGlobalUnicast() {
    boolean broadcast = bits == V4 && value.bitCount() == V4;
    return !broadcast
        && !isUnspecified()
        && !isLoopback()
        && !isMulticast()
        && !isLinkLocalUnicast();
  }

  private boolean isMulticast() {
    return bits == V4 ? startsWith(4, 0xe) : startsWith(8, 0xff);
  }

  private boolean startsWith(int length, int prefix) {
    return value.shiftRight(bits - length).intValueExact() == prefix;
  }

  private boolean isGroup(int mask, int first) {
    return (group(0) & mask) == first;
  }

  private int group(int index) {
    return value.shiftRight(bits - GROUP_BITS * (index + 1)).intValue() & 0xffff;
  }

  /** Returns the address with all bits beyond the first few cleared. */
  IpAddress masked(int length) {
    int rest = bits - length;
    return new IpAddress(bits, value.shiftRight(rest).shiftLeft(rest));
  }

  /** Returns its one canonical form. */
  @Override
  public String toString() {
    if (bits == V4) {
      int address = value.intValue();
      return ((address >>> 24) & 255)
          + "."
          + ((address >>> 16) & 255)
          + "."
          + ((address >>> 8) & 255)
          + "."
          + (address & 255);
    }
    int start = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int zeros = zerosFrom(i);
      if (zeros >= 2 && zeros > length) {
        start = i;
        length = zeros;
      }
    }
    return length == 0
        ? groups(0, GROUPS)
        : groups(0, start) + "::" + groups(start + length, GROUPS);
  }

  private int zerosFrom(int start) {
    int end = start;
    while (end < GROUPS && group(end) == 0) {
      end++;
    }
    return end - start;
  }

  private String groups(int start, int end) {
    StringJoiner text = new StringJoiner(":");
    for (int i = start; i < end; i++) {
      text.add(Integer.toHexString(group(i)));
    }
    return text.toString();
  }
}
