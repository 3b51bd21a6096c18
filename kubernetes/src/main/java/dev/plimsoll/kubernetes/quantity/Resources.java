package dev.plimsoll.kubernetes.quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A resource list: an immutable map from name to quantity, in the order of the names. An absent
 * name differs from a name with the quantity zero. Two lists are equal if they have the same names
 * and equal numbers.
 *
 * <p>An entry that only one side of an operation has stays as it is, spelling included; computed
 * ones take the format of {@link Quantity#add}. Source: {@code
 * staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go}.
 */
public final class Resources {
  public static final Resources EMPTY = new Resources(new ResourceName[0], new Quantity[0]);

  private final ResourceName[] names;
  private final Quantity[] quantities;

  private Resources(ResourceName[] names, Quantity[] quantities) {
    this.names = names;
    this.quantities = quantities;
  }

  public static Resources of(Map<ResourceName, Quantity> entries) {
    Builder builder = builder();
    entries.forEach(builder::put);
    return builder.build();
  }

  public static Resources of(ResourceName name, Quantity quantity) {
    return new Resources(new ResourceName[] {name}, new Quantity[] {quantity});
  }

  public static Builder builder() {
    return new Builder();
  }

  public Optional<Quantity> get(ResourceName name) {
    int index = indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(quantities[index]);
  }

  /** The quantity of a name, {@link Quantity#ZERO} if it is absent. */
  public Quantity getOrZero(ResourceName name) {
    int index = indexOf(name);
    return index < 0 ? Quantity.ZERO : quantities[index];
  }

  public boolean contains(ResourceName name) {
    return indexOf(name) >= 0;
  }

  private int indexOf(ResourceName name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The names in order. */
  public List<ResourceName> names() {
    return Collections.unmodifiableList(Arrays.asList(names));
  }

  public int size() {
    return names.length;
  }

  public boolean isEmpty() {
    return names.length == 0;
  }

  /** Visits the entries in the order of their names. */
  public void forEach(BiConsumer<? super ResourceName, ? super Quantity> visitor) {
    for (int i = 0; i < names.length; i++) {
      visitor.accept(names[i], quantities[i]);
    }
  }

  /** The entries in the order of their names. */
  public Map<ResourceName, Quantity> toMap() {
    Map<ResourceName, Quantity> map = new LinkedHashMap<>();
    forEach(map::put);
    return Collections.unmodifiableMap(map);
  }

  /** This list with one entry put or replaced. */
  public Resources with(ResourceName name, Quantity quantity) {
    return merge(of(name, quantity), (old, replacement) -> replacement, UnaryOperator.identity());
  }

  public Resources without(ResourceName name) {
    return contains(name) ? mask(other -> !other.equals(name)) : this;
  }

  /** The sum of both for every name of either. */
  public Resources add(Resources other) {
    return isEmpty() ? other : merge(other, Quantity::add, UnaryOperator.identity());
  }

  /** The difference for every name of either; a name only the other has becomes negative. */
  public Resources subtract(Resources other) {
    return merge(other, Quantity::subtract, Quantity::negate);
  }

  /** The difference for every name of either, a plain zero where it is not positive. */
  public Resources subtractWithNonNegativeResult(Resources other) {
    Resources difference = subtract(other);
    Quantity[] result = new Quantity[difference.size()];
    for (int i = 0; i < result.length; i++) {
      Quantity quantity = difference.quantities[i];
      result[i] = quantity.signum() > 0 && contains(difference.names[i]) ? quantity : Quantity.ZERO;
    }
    return new Resources(difference.names, result);
  }

  /** The greater of both for every name of either, this list's entry if they are equal. */
  public Resources max(Resources other) {
    return isEmpty() ? other : merge(other, Quantity::max, UnaryOperator.identity());
  }

  /** This list, with the other's entries for the names that it lacks. */
  public Resources withDefaults(Resources defaults) {
    return isEmpty() ? defaults : merge(defaults, (own, other) -> own, UnaryOperator.identity());
  }

  /** Each quantity rounded up to thousandths, as the API server does when it reads a list. */
  public Resources roundUpToMilli() {
    Quantity[] rounded = new Quantity[quantities.length];
    for (int i = 0; i < rounded.length; i++) {
      rounded[i] = quantities[i].roundUpToMilli();
    }
    return new Resources(names, rounded);
  }

  /** Each quantity as it is once the list has been stored and read again. */
  public Resources stored() {
    Quantity[] read = new Quantity[quantities.length];
    for (int i = 0; i < read.length; i++) {
      read[i] = quantities[i].stored();
    }
    return new Resources(names, read);
  }

  private Resources merge(
      Resources other, BinaryOperator<Quantity> ofBoth, UnaryOperator<Quantity> ofOther) {
    if (other.isEmpty()) {
      return this;
    }
    ResourceName[] mergedNames = new ResourceName[names.length + other.names.length];
    Quantity[] merged = new Quantity[mergedNames.length];
    int count = 0;
    int left = 0;
    int right = 0;
    while (left < names.length || right < other.names.length) {
      int order = order(left, other, right);
      mergedNames[count] = order <= 0 ? names[left] : other.names[right];
      if (order < 0) {
        merged[count] = quantities[left];
      } else if (order > 0) {
        merged[count] = ofOther.apply(other.quantities[right]);
      } else {
        merged[count] = ofBoth.apply(quantities[left], other.quantities[right]);
      }
      count++;
      left += order <= 0 ? 1 : 0;
      right += order >= 0 ? 1 : 0;
    }
    return new Resources(
        count == names.length ? names : Arrays.copyOf(mergedNames, count),
        Arrays.copyOf(merged, count));
  }

  private int order(int left, Resources other, int right) {
    if (left == names.length) {
      return 1;
    }
    return right == other.names.length ? -1 : names[left].compareTo(other.names[right]);
  }

  /** The entries of the given names. */
  public Resources mask(Set<ResourceName> kept) {
    return filter((name, quantity) -> kept.contains(name));
  }

  /** The entries whose names satisfy a condition. */
  public Resources mask(Predicate<? super ResourceName> kept) {
    return filter((name, quantity) -> kept.test(name));
  }

  /** The entries that are not zero. */
  public Resources removeZeros() {
    return filter((name, quantity) -> !quantity.isZero());
  }

  private Resources filter(BiPredicate<ResourceName, Quantity> kept) {
    ResourceName[] keptNames = new ResourceName[names.length];
    Quantity[] keptQuantities = new Quantity[names.length];
    int count = 0;
    for (int i = 0; i < names.length; i++) {
      if (kept.test(names[i], quantities[i])) {
        keptNames[count] = names[i];
        keptQuantities[count++] = quantities[i];
      }
    }
    if (count == names.length) {
      return this;
    }
    return count == 0
        ? EMPTY
        : new Resources(Arrays.copyOf(keptNames, count), Arrays.copyOf(keptQuantities, count));
  }

  /**
   * Returns the names in both lists whose quantity here exceeds the limit, in order: {@code
   * LessThanOrEqual}.
   */
  public List<ResourceName> exceeding(Resources limit) {
    List<ResourceName> exceeding = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      int index = limit.indexOf(names[i]);
      if (index >= 0 && quantities[i].compareTo(limit.quantities[index]) > 0) {
        exceeding.add(names[i]);
      }
    }
    return List.copyOf(exceeding);
  }

  /** The names with a negative quantity, in order: {@code IsNegative}. */
  public List<ResourceName> negatives() {
    return filter((name, quantity) -> quantity.isNegative()).names();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Resources resources
        && Arrays.equals(names, resources.names)
        && Arrays.equals(quantities, resources.quantities);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(names) + Arrays.hashCode(quantities);
  }

  /** The entries as the quota plug-in prints them: {@code cpu=1,memory=2Gi}. */
  @Override
  public String toString() {
    StringJoiner joiner = new StringJoiner(",");
    forEach((name, quantity) -> joiner.add(name + "=" + quantity));
    return joiner.toString();
  }

  /** Collects entries in any order; the last of a name counts. */
  public static final class Builder {
    private final Map<ResourceName, Quantity> entries = new TreeMap<>();

    private Builder() {}

    public Builder put(ResourceName name, Quantity quantity) {
      entries.put(name, quantity);
      return this;
    }

    public Resources build() {
      return entries.isEmpty()
          ? EMPTY
          : new Resources(
              entries.keySet().toArray(new ResourceName[0]),
              entries.values().toArray(new Quantity[0]));
    }
  }
}
