package dev.plimsoll.kubernetes.cel;

import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An object with unknown fields. Access to an unknown field, or to all fields, throws a {@link
 * NotModelledException}.
 */
@SuppressWarnings("Immutable") // The library calls its values so, those of its own that change too.
public final class PartialFields extends FieldsValue {
  private final Map<String, Object> known;
  private final Predicate<String> mayBeThere;

  /**
   * Creates an object with some known fields.
   *
   * @param name what the object is called in messages
   * @param known the fields that are known to be there
   * @param mayBeThere whether another field may be there; those that may not are absent
   */
  public PartialFields(String name, Map<String, Object> known, Predicate<String> mayBeThere) {
    super(name);
    this.known = Map.copyOf(known);
    this.mayBeThere = mayBeThere;
  }

  /** Returns an object without known fields. */
  public static PartialFields unknown(String name) {
    return new PartialFields(name, Map.of(), field -> true);
  }

  /** Returns the values that are known. */
  Collection<Object> knownValues() {
    return known.values();
  }

  @Override
  public @Nullable Object get(@Nullable Object field) {
    checkKnown(field);
    return known.get(field);
  }

  @Override
  public boolean containsKey(@Nullable Object field) {
    checkKnown(field);
    return known.containsKey(field);
  }

  private void checkKnown(@Nullable Object field) {
    if (field instanceof String text && !known.containsKey(text) && mayBeThere.test(text)) {
      throw new NotModelledException(name() + "." + text);
    }
  }
}
