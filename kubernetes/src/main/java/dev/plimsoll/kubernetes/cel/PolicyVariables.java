package dev.plimsoll.kubernetes.cel;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a policy; each is evaluated at its first use. */
@SuppressWarnings("Immutable") // A value that is remembered is still the same value.
public final class PolicyVariables extends FieldsValue {
  /** The evaluation of a variable. */
  @FunctionalInterface
  public interface Evaluation {
    /** Returns the value. */
    Object value() throws ExpressionException;
  }

  private final Map<String, Evaluation> evaluations;
  private final Map<String, Object> values = new HashMap<>();

  /** Creates variables with these evaluations. */
  public PolicyVariables(Map<String, Evaluation> evaluations) {
    super("variables");
    this.evaluations = Collections.unmodifiableMap(evaluations);
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    Object known = values.get(name);
    Evaluation evaluation = evaluations.get(name);
    if (known == null && evaluation != null) {
      try {
        known = evaluation.value();
      } catch (ExpressionException e) {
        throw new NotModelledException("what comes of variable " + name + ", which fails,");
      }
      values.put(String.valueOf(name), known);
    }
    return known;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return evaluations.containsKey(name);
  }
}
