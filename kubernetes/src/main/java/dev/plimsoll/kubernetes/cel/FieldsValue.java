package dev.plimsoll.kubernetes.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object whose fields can be asked for one by one only. As a value of the library's own, it
 * isn't copied.
 */
abstract class FieldsValue extends CelValue implements Map<String, Object> {
  private final String name;

  FieldsValue(String name) {
    this.name = name;
  }

  final String name() {
    return name;
  }

  private NotModelledException all() {
    return new NotModelledException("which fields " + name + " has");
  }

  @Override
  public final Object value() {
    return this;
  }

  @Override
  public final boolean isZeroValue() {
    throw all();
  }

  @Override
  public final CelType celType() {
    return MapType.create(SimpleType.DYN, SimpleType.DYN);
  }

  @Override
  public final int size() {
    throw all();
  }

  @Override
  public final boolean isEmpty() {
    throw all();
  }

  @Override
  public final boolean containsValue(@Nullable Object value) {
    throw all();
  }

  @Override
  public final Set<String> keySet() {
    throw all();
  }

  @Override
  public final Collection<Object> values() {
    throw all();
  }

  @Override
  public final Set<Map.Entry<String, Object>> entrySet() {
    throw all();
  }

  @Override
  public final Object put(String field, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Object remove(@Nullable Object field) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final void putAll(Map<? extends String, ?> other) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final void clear() {
    throw new UnsupportedOperationException();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public final String toString() {
    return name;
  }
}
