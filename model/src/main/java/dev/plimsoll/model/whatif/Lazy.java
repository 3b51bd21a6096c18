package dev.plimsoll.model.whatif;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Computes a value when it is first asked for, once. */
public final class Lazy<T> implements Supplier<T> {
  private final Supplier<T> source;
  private @Nullable T value;

  /** Makes a value that the supplier will compute. */
  public Lazy(Supplier<T> source) {
    this.source = source;
  }

  @Override
  public synchronized T get() {
    T known = value;
    if (known == null) {
      known = source.get();
      value = known;
    }
    return known;
  }
}
