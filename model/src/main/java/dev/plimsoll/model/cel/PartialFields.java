package dev.plimsoll.model.cel;

import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An object of which some fields aren't known. Who asks for one of these, or for all fields, is
 * told so by a {@link NotModelledException}.
 */
@SuppressWarnings("Immutable") // The library calls its values so, those of its own that change too.
public final class PartialFields extends FieldsValue {
  private final Map<String, Object> known;
  private final Predicate<String> mayBeThere;

  /**
   * Makes one.
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

  /** Returns an object of which nothing is known. */
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
