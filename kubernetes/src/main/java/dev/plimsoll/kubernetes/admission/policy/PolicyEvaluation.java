package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.ExpressionException;
import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.cel.PolicyVariables;
import dev.plimsoll.kubernetes.object.PolicyRules;
import dev.plimsoll.kubernetes.object.PolicyRules.NamedExpression;
import dev.plimsoll.kubernetes.object.PolicyRules.Validation;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates a policy on a request that its rules match.
 *
 * <p>Source: {@code Validate} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go} and {@code
 * Match} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go}.
 */
final class PolicyEvaluation {
  private static final String INVALID = "Invalid";

  /** {@code MaxEvaluatedMessageExpressionSizeBytes}. */
  private static final int LONGEST_MESSAGE = 5 << 10;

  private final String policy;
  private final PolicyRules rules;
  private final String binding;
  private final Map<String, Object> variables;

  private PolicyEvaluation(
      ValidatingAdmissionPolicy policy, String binding, PolicyRequest request) {
    this.policy = policy.name();
    this.rules = policy.rules();
    this.binding = binding;
    Map<String, PolicyVariables.Evaluation> evaluations = new HashMap<>();
    this.variables = request.variables(new PolicyVariables(evaluations));
    rules.variables().forEach(v -> evaluations.put(v.name(), () -> evaluate(v.expression())));
  }

  static PolicyOutcome of(ValidatingAdmissionPolicy policy, String binding, PolicyRequest request) {
    PolicyEvaluation evaluation = new PolicyEvaluation(policy, binding, request);
    try {
      return evaluation.outcome();
    } catch (NotModelledException e) {
      return evaluation.undecided(String.valueOf(e.getMessage()));
    }
  }

  private PolicyOutcome.Undecided undecided(String why) {
    return new PolicyOutcome.Undecided(policy, binding, why);
  }

  private PolicyOutcome outcome() {
    if (!matches()) {
      return new PolicyOutcome.Passed();
    }
    Optional<NotModelledException> unknown = Optional.empty();
    for (Validation validation : rules.validations()) {
      try {
        Optional<PolicyOutcome.Denied> denied = denied(validation);
        if (denied.isPresent() && unknown.isEmpty()) {
          return denied.get();
        }
        if (denied.isPresent()) {
          return undecided("it is denied, and with which words isn't known");
        }
      } catch (NotModelledException e) {
        unknown = unknown.or(() -> Optional.of(e));
      }
    }
    if (unknown.isPresent()) {
      throw unknown.get();
    }
    if (rules.isAudited() && rules.failsClosed()) {
      return undecided("what it writes into the audit log is not modelled");
    }
    return new PolicyOutcome.Passed();
  }

  /**
   * Returns whether all conditions are true. One false condition settles that, even if another is
   * unknown.
   */
  private boolean matches() {
    Optional<NotModelledException> unknown = Optional.empty();
    for (NamedExpression condition : rules.matchConditions()) {
      try {
        if (!isTrue(condition.expression())) {
          return false;
        }
      } catch (NotModelledException e) {
        unknown = Optional.of(e);
      } catch (ExpressionException e) {
        unknown = Optional.of(new NotModelledException("what comes of a condition that fails"));
      }
    }
    if (unknown.isPresent()) {
      throw unknown.get();
    }
    return true;
  }

  private Optional<PolicyOutcome.Denied> denied(Validation validation) {
    try {
      return isTrue(validation.expression())
          ? Optional.empty()
          : Optional.of(denied(validation.reason(), message(validation)));
    } catch (ExpressionException e) {
      return rules.failsClosed()
          ? Optional.of(
              denied(
                  "",
                  "expression '"
                      + validation.expression()
                      + "' resulted in error: "
                      + e.getMessage()))
          : Optional.empty();
    }
  }

  private PolicyOutcome.Denied denied(String reason, String text) {
    return new PolicyOutcome.Denied(
        policy, binding, code(reason), reason.isEmpty() ? INVALID : reason, text);
  }

  private static int code(String reason) {
    return switch (reason) {
      case "Forbidden" -> 403;
      case "RequestEntityTooLarge" -> 413;
      default -> 422;
    };
  }

  private String message(Validation validation) {
    String message = validation.messageExpression().isEmpty() ? "" : computed(validation);
    if (message.isEmpty()) {
      message = validation.message().strip();
    }
    return message.isEmpty() ? "failed expression: " + validation.expression().strip() : message;
  }

  /**
   * Returns the message that is computed; empty where that fails, or what comes of it isn't one.
   */
  private String computed(Validation validation) {
    Object value;
    try {
      value = evaluate(validation.messageExpression());
    } catch (ExpressionException e) {
      return "";
    }
    String message = value instanceof String text ? text.strip() : "";
    boolean tooLong = message.getBytes(StandardCharsets.UTF_8).length > LONGEST_MESSAGE;
    return tooLong || message.indexOf('\n') >= 0 ? "" : message;
  }

  private boolean isTrue(String expression) throws ExpressionException {
    return evaluate(expression).equals(true);
  }

  private Object evaluate(String expression) throws ExpressionException {
    return PolicyExpressions.get(expression).evaluate(variables);
  }
}
