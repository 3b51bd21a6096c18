package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * The rules of a policy.
 *
 * @param failurePolicy {@code Fail} or {@code Ignore}: what becomes of a request where an
 *     expression fails
 * @param hasParams whether its expressions go by objects that bindings name
 * @param matchConditions all of which must be true of a request for it to be looked at
 * @param variables expressions that later ones refer to
 * @param validations all of which must be true of a request that isn't denied
 * @param isAudited whether it has annotations for the audit log computed
 */
public record PolicyRules(
    String failurePolicy,
    boolean hasParams,
    List<NamedExpression> matchConditions,
    List<NamedExpression> variables,
    List<Validation> validations,
    boolean isAudited) {

  public PolicyRules {
    matchConditions = List.copyOf(matchConditions);
    variables = List.copyOf(variables);
    validations = List.copyOf(validations);
  }

  /**
   * An expression with a name.
   *
   * @param name the name
   * @param expression the expression
   */
  public record NamedExpression(String name, String expression) {}

  /**
   * A validation: an expression that must be true.
   *
   * @param expression the expression
   * @param message what is said where it isn't; empty for the expression itself
   * @param messageExpression what computes that; empty for none
   * @param reason the reason in one word; empty for {@code Invalid}
   */
  public record Validation(
      String expression, String message, String messageExpression, String reason) {}

  /** Returns whether a request is denied where an expression fails. */
  public boolean failsClosed() {
    return !failurePolicy.equals("Ignore");
  }
}
