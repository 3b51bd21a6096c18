package dev.plimsoll.kubernetes.quota;

import static java.util.stream.Collectors.joining;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The text of the answer to a denied request. It begins as the built-in plug-in's text does, since
 * others look for its words, and has all quotas that deny; then a sentence says which one binds and
 * what would help.
 */
public final class DenialText {

  private DenialText() {}

  /**
   * A limit that is exceeded.
   *
   * @param quota the quota's name
   * @param key its key
   * @param requested what is requested
   * @param left what is left of it
   * @param needed the limit under which the request would be admitted
   */
  private record Limit(
      String quota, ResourceName key, Quantity requested, Quantity left, Quantity needed) {

    static Limit of(QuotaDenial.Exceeded denial, ResourceName key) {
      Quantity used = denial.used().getOrZero(key);
      Quantity requested = denial.requested().getOrZero(key);
      return new Limit(
          denial.quota(),
          key,
          requested,
          Quantity.max(denial.limited().getOrZero(key).subtract(used), Quantity.ZERO),
          used.add(requested));
    }

    /** Returns the limit as it would have to be. */
    String raised() {
      return "quota " + quota + " to " + key + "=" + needed;
    }

    /** Returns which part of what is requested is left. */
    BigDecimal part() {
      return left.toBigDecimal().divide(requested.toBigDecimal(), MathContext.DECIMAL64);
    }
  }

  /**
   * Returns the text.
   *
   * @param denials why it is denied, at least one
   */
  public static String of(List<QuotaDenial> denials) {
    String reasons = denials.stream().map(QuotaDenial::message).collect(joining("; "));
    return advice(denials).map(a -> reasons + ". " + a).orElse(reasons);
  }

  private static Optional<String> advice(List<QuotaDenial> denials) {
    QuotaDenial first = denials.get(0);
    if (first instanceof QuotaDenial.MustSpecify) {
      return Optional.of("Set them in each container, or have a LimitRange give defaults.");
    }
    if (first instanceof QuotaDenial.StatusUnknown) {
      return Optional.of("The usage was not counted yet: try again in a few seconds.");
    }
    List<Limit> limits =
        denials.stream()
            .filter(QuotaDenial.Exceeded.class::isInstance)
            .map(QuotaDenial.Exceeded.class::cast)
            .flatMap(d -> d.limited().names().stream().map(k -> Limit.of(d, k)))
            .toList();
    return limits.stream().min(Comparator.comparing(Limit::part)).map(l -> advice(l, limits));
  }

  private static String advice(Limit binding, List<Limit> limits) {
    SortedMap<ResourceName, Quantity> most = new TreeMap<>();
    limits.forEach(
        l -> most.merge(l.key(), l.left(), BinaryOperator.minBy(Comparator.naturalOrder())));
    String fitting = most.entrySet().stream().map(Object::toString).collect(joining(","));
    String raised = limits.stream().map(Limit::raised).distinct().collect(joining(", "));
    return "Quota "
        + binding.quota()
        + " binds, with "
        + binding.left()
        + " of "
        + binding.key()
        + " left. What helps: "
        + (most.values().stream().allMatch(q -> q.signum() > 0)
            ? "to request " + fitting + " at most, "
            : "")
        + "to wait until enough is given back, or to raise "
        + raised
        + ".";
  }
}
