package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address as API servers parse it: numbers may have leading zeros.
 *
 * <p>Source: {@code ParseIPSloppy} in {@code vendor/k8s.io/utils/net/parse.go}.
 *
 * @param groups the groups of 16 bits; two for an IPv4 address, else eight
 * @param isExact whether no number has a leading zero that Go's stricter parser denies
 */
record SloppyIpAddress(List<Integer> groups, boolean isExact) {
  private static final Pattern DECIMAL = Pattern.compile("0*[0-9]{1,3}");
  private static final Pattern HEX = Pattern.compile("0*[0-9a-fA-F]{1,4}");
  private static final int IPV4_PARTS = 4;
  private static final int GROUPS = 8;
  private static final int GROUPS_BEFORE_IPV4 = 6;
  private static final int LONGEST_GROUP = 4;

  /** Returns the address; empty if the text is none. */
  static Optional<SloppyIpAddress> parse(String text) {
    if (!text.contains(":")) {
      return ipv4(text);
    }
    int gap = text.indexOf("::");
    if (gap < 0) {
      return part(text, true).filter(a -> a.groups().size() == GROUPS);
    }
    Optional<SloppyIpAddress> before = part(text.substring(0, gap), false);
    Optional<SloppyIpAddress> after = part(text.substring(gap + 2), true);
    return before.flatMap(
        b ->
            after
                .filter(a -> a.groups().size() + b.groups().size() < GROUPS)
                .map(a -> joined(b, a)));
  }

  /** Returns whether this is an IPv4 address that is written as IPv6. */
  boolean isMapped() {
    return groups.size() == GROUPS
        && groups.subList(0, GROUPS_BEFORE_IPV4).equals(List.of(0, 0, 0, 0, 0, 0xffff));
  }

  private static SloppyIpAddress joined(SloppyIpAddress before, SloppyIpAddress after) {
    List<Integer> all = new ArrayList<>(before.groups());
    all.addAll(Collections.nCopies(GROUPS - all.size() - after.groups().size(), 0));
    all.addAll(after.groups());
    return new SloppyIpAddress(all, before.isExact() && after.isExact());
  }

  /** Returns the groups on one side of two colons. */
  private static Optional<SloppyIpAddress> part(String text, boolean isEnd) {
    List<Integer> groups = new ArrayList<>();
    boolean isExact = true;
    String[] texts = text.isEmpty() ? new String[0] : text.split(":", -1);
    for (int i = 0; i < texts.length; i++) {
      boolean isIpv4 = isEnd && i == texts.length - 1 && texts[i].contains(".");
      Optional<SloppyIpAddress> group = isIpv4 ? ipv4(texts[i]) : hex(texts[i]);
      if (group.isEmpty()) {
        return Optional.empty();
      }
      groups.addAll(group.get().groups());
      isExact &= group.get().isExact();
    }
    return Optional.of(new SloppyIpAddress(groups, isExact));
  }

  private static Optional<SloppyIpAddress> hex(String text) {
    return HEX.matcher(text).matches()
        ? Optional.of(
            new SloppyIpAddress(
                List.of(Integer.parseInt(text, 16)), text.length() <= LONGEST_GROUP))
        : Optional.empty();
  }

  private static Optional<SloppyIpAddress> ipv4(String text) {
    String[] parts = text.split("\\.", -1);
    int address = 0;
    boolean isExact = true;
    for (String part : parts) {
      if (!DECIMAL.matcher(part).matches() || Integer.parseInt(part) > 255) {
        return Optional.empty();
      }
      address = address << 8 | Integer.parseInt(part);
      isExact &= part.length() == 1 || !part.startsWith("0");
    }
    return parts.length == IPV4_PARTS
        ? Optional.of(new SloppyIpAddress(List.of(address >>> 16, address & 0xffff), isExact))
        : Optional.empty();
  }
}
