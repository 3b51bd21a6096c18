package dev.plimsoll.kube.live;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.HttpUrl;

/**
 * The servers that need no proxy: this machine, and those of the variable {@code NO_PROXY}. Its
 * entries are hosts (with their subdomains), domains, addresses and address ranges, each with a
 * port or without.
 *
 * <p>Source: {@code golang.org/x/net/http/httpproxy/proxy.go}.
 */
record NoProxy(List<String> entries) {

  static NoProxy of(Environment environment) {
    String value =
        Stream.of("NO_PROXY", "no_proxy")
            .map(environment::variable)
            .filter(v -> !v.isEmpty())
            .findFirst()
            .orElse("");
    return new NoProxy(
        Stream.of(value.split(","))
            .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
            .filter(entry -> !entry.isEmpty())
            .toList());
  }

  boolean includes(HttpUrl server) {
    String name = server.host();
    int port = server.port();
    Optional<InetAddress> address = address(name);
    return name.equals("localhost")
        || address.filter(InetAddress::isLoopbackAddress).isPresent()
        || entries.stream().anyMatch(entry -> matches(entry, name, address, port));
  }

  private static boolean matches(
      String entry, String host, Optional<InetAddress> address, int port) {
    if (entry.equals("*")) {
      return true;
    }
    int slash = entry.indexOf('/');
    if (slash >= 0) {
      Optional<InetAddress> range = address(entry.substring(0, slash));
      return range.isPresent()
          && address.isPresent()
          && hasPrefix(range.get(), address.get(), entry.substring(slash + 1));
    }
    int colon = entry.indexOf("]") >= 0 ? entry.indexOf("]:") + 1 : entry.lastIndexOf(':');
    boolean hasPort = colon > 0 && (entry.startsWith("[") || entry.indexOf(':') == colon);
    if (hasPort && !entry.substring(colon + 1).equals(Integer.toString(port))) {
      return false;
    }
    String named = (hasPort ? entry.substring(0, colon) : entry).replace("[", "").replace("]", "");
    Optional<InetAddress> single = address(named);
    if (single.isPresent()) {
      return single.equals(address);
    }
    String domain = named.startsWith("*.") ? named.substring(1) : named;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  /** Returns the address that a text writes out; no name is looked up. */
  private static Optional<InetAddress> address(String text) {
    boolean isAddress = text.contains(":") || text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    try {
      return isAddress ? Optional.of(InetAddress.getByName(text)) : Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static boolean hasPrefix(InetAddress range, InetAddress address, String bits) {
    byte[] a = range.getAddress();
    byte[] b = address.getAddress();
    if (a.length != b.length
        || !bits.matches("\\d{1,3}")
        || Integer.parseInt(bits) > 8 * a.length) {
      return false;
    }
    for (int i = 0; i < Integer.parseInt(bits); i++) {
      int mask = 0x80 >> (i % 8);
      if ((a[i / 8] & mask) != (b[i / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
