package dev.plimsoll.kubernetes.cel;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An expression of an admission policy. Its variables have no types: to Kubernetes, too, objects
 * are what they turn out to be.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go}.
 */
public final class PolicyExpression {
  private static final List<String> VARIABLES =
      List.of(
          "object", "oldObject", "request", "namespaceObject", "params", "variables", "authorizer");
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(100_000)
          .build();
  private static final Cel CEL = build();

  /** The errors whose text in the library equals Kubernetes'. */
  private static final Set<CelErrorCode> WORDED =
      Set.of(CelErrorCode.ATTRIBUTE_NOT_FOUND, CelErrorCode.OVERLOAD_NOT_FOUND);

  private final CelRuntime.Program program;
  private final ExpressionCost cost;

  private PolicyExpression(CelRuntime.Program program, ExpressionCost cost) {
    this.program = program;
    this.cost = cost;
  }

  private static Cel build() {
    CelBuilder builder = KubernetesFunctions.addTo(CelFactory.plannerCelBuilder(), OPTIONS);
    VARIABLES.forEach(v -> builder.addVar(v, SimpleType.DYN));
    return builder.build();
  }

  /**
   * Compiles an expression that the API server has accepted.
   *
   * @throws NotModelledException if it doesn't compile here
   */
  public static PolicyExpression compile(String expression) {
    try {
      CelAbstractSyntaxTree ast = CEL.compile(expression).getAst();
      return new PolicyExpression(CEL.createProgram(ast), ExpressionCost.of(ast));
    } catch (CelValidationException | CelEvaluationException e) {
      throw new NotModelledException("the expression " + expression.strip());
    }
  }

  /**
   * Returns the value.
   *
   * @param variables objects as nested maps and lists, texts, whole numbers as Long, fractions as
   *     Double and truth values; {@link #NULL} for null
   * @throws ExpressionException if it fails; the message says why in Kubernetes' words
   * @throws NotModelledException if the value isn't known
   */
  public Object evaluate(Map<String, Object> variables) throws ExpressionException {
    cost.check(variables);
    try {
      return program.eval(name -> Optional.ofNullable(variables.get(name)));
    } catch (CelEvaluationException e) {
      Optional<NotModelledException> unknown = EvaluationErrors.notModelled(e);
      if (unknown.isPresent()) {
        throw unknown.get();
      }
      if (!WORDED.contains(e.getErrorCode())) {
        throw new NotModelledException("the text of an error of an expression");
      }
      throw new ExpressionException(EvaluationErrors.message(e));
    }
  }

  /** Stands for null. */
  public static final Object NULL = dev.cel.common.values.NullValue.NULL_VALUE;
}
