package dev.plimsoll.kubernetes.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the expressions that were compiled last, and what was wrong with them. Thread-safe. */
public final class DeviceExpressionCache {
  private static final int MAX_SIZE = 1000;

  private record Compiled(Optional<DeviceExpression> expression, String error) {}

  private final Map<String, Compiled> compiled =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
          return size() > MAX_SIZE;
        }
      };

  /**
   * Returns an expression.
   *
   * @throws ExpressionException if it doesn't compile
   */
  public DeviceExpression get(String expression) throws ExpressionException {
    Compiled found;
    synchronized (compiled) {
      found = compiled.computeIfAbsent(expression, DeviceExpressionCache::compile);
    }
    if (found.expression().isEmpty()) {
      throw new ExpressionException(found.error());
    }
    return found.expression().get();
  }

  private static Compiled compile(String expression) {
    try {
      return new Compiled(Optional.of(DeviceExpression.compile(expression)), "");
    } catch (ExpressionException e) {
      return new Compiled(Optional.empty(), String.valueOf(e.getMessage()));
    }
  }
}
