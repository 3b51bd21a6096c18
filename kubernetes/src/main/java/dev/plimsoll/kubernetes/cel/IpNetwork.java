package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.regex.Pattern;

/**
 * Addresses that start alike, in the notation of CIDR.
 *
 * <p>Sources: {@code staging/src/k8s.io/apiserver/pkg/cel/library/cidr.go} and Go's {@code
 * net/netip/netip.go}.
 *
 * @param address one of them
 * @param length how many bits they have in common
 */
record IpNetwork(IpAddress address, int length) {
  private static final String ERROR = "network address parse error during conversion from string: ";
  private static final Pattern NUMBER = Pattern.compile("[0-9]|[1-9][0-9]{1,17}");

  /**
   * Reads a network.
   *
   * @throws IllegalArgumentException if it isn't one
   */
  static IpNetwork parse(String text) {
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      throw error(text, "no '/'");
    }
    IpAddress address =
        IpAddressParser.parse(text.substring(0, slash), message -> message(text, message));
    if (text.indexOf('%') >= 0) {
      throw error(text, "IPv6 zones cannot be present in a prefix");
    }
    String bits = text.substring(slash + 1);
    if (!NUMBER.matcher(bits).matches()) {
      throw error(text, "bad bits after slash: " + GoText.quote(bits));
    }
    long length = Long.parseLong(bits);
    if (length > address.bits()) {
      throw error(text, "prefix length out of range");
    }
    address.checkNotMapped(text, message -> ERROR + message);
    return new IpNetwork(address, (int) length);
  }

  private static IllegalArgumentException error(String text, String message) {
    return new IllegalArgumentException(message(text, message));
  }

  private static String message(String text, String message) {
    return ERROR + ERROR + "netip.ParsePrefix(" + GoText.quote(text) + "): " + message;
  }

  static boolean isNetwork(String text) {
    try {
      parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean contains(IpAddress other) {
    return address.bits() == other.bits() && masked().address().equals(other.masked(length));
  }

  /**
   * Returns whether the network contains an address. For a text that isn't an address, Kubernetes
   * reports a missing function.
   */
  boolean containsAddress(String text) {
    if (!IpAddress.isAddress(text)) {
      throw new IllegalArgumentException("no such overload");
    }
    return contains(IpAddress.parse(text));
  }

  boolean containsNetwork(String text) {
    return contains(parse(text));
  }

  boolean contains(IpNetwork other) {
    return length <= other.length && contains(other.address);
  }

  IpNetwork masked() {
    return new IpNetwork(address.masked(length), length);
  }

  @Override
  public String toString() {
    return address + "/" + length;
  }
}
