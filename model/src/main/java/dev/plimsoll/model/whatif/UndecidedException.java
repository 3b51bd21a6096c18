package dev.plimsoll.model.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Thrown if a rule fails on a pod, which is a defect. It has the step, and the decisions up to
 * then. Its cause is what the rule threw.
 */
public final class UndecidedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final DecisionStep step;
  private final transient Attempt attempt;
  private final transient List<Attempt> before;
  private final RuntimeException failure;

  private UndecidedException(
      DecisionStep step, Attempt attempt, List<Attempt> before, RuntimeException failure) {
    super(step.question() + " could not be decided", failure);
    this.step = step;
    this.attempt = attempt;
    this.before = List.copyOf(before);
    this.failure = failure;
  }

  /**
   * Returns the result of a rule.
   *
   * @param step what it decides
   * @param attempt the pod, with what is decided of it already
   * @throws UndecidedException if the rule fails
   */
  public static <T> T at(DecisionStep step, Attempt attempt, Supplier<T> rule) {
    try {
      return rule.get();
    } catch (UndecidedException e) {
      throw new UndecidedException(e.step, attempt, List.of(), e.failure);
    } catch (RuntimeException e) {
      throw new UndecidedException(step, attempt, List.of(), e);
    }
  }

  /** Returns the same failure after other pods, which were decided completely. */
  UndecidedException after(List<Attempt> others) {
    List<Attempt> all = new ArrayList<>(others);
    all.addAll(before);
    return new UndecidedException(step, attempt, all, failure);
  }

  /** Returns the step that could not be decided. */
  public DecisionStep step() {
    return step;
  }

  /** Returns the pod, with what was decided of it. */
  public Attempt attempt() {
    return attempt;
  }

  /** Returns the attempts of the pods before it. */
  public List<Attempt> before() {
    return before;
  }

  /** Returns the exception that the rule threw. */
  public RuntimeException failure() {
    return failure;
  }
}
