package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The highest cost of an expression, measured as Kubernetes does to stop expensive expressions.
 * Each step costs one, and reading a text costs a tenth of its length. A regular expression
 * multiplies that by a quarter of its own length.
 *
 * <p>Sources: {@code staging/src/k8s.io/apiserver/pkg/cel/library/cost.go}, {@code
 * staging/src/k8s.io/apiserver/pkg/apis/cel/config.go} and {@code
 * vendor/github.com/google/cel-go/interpreter/runtimecost.go}.
 */
final class ExpressionCost {
  /** {@code PerCallLimit}. */
  private static final double MOST = 1_000_000;

  private static final Set<String> REGULAR = Set.of("matches", "find", "findAll");

  private final int steps;
  private final int loops;
  private final int longestText;
  private final boolean isRegular;

  private ExpressionCost(int steps, int loops, int longestText, boolean isRegular) {
    this.steps = steps;
    this.loops = loops;
    this.longestText = longestText;
    this.isRegular = isRegular;
  }

  static ExpressionCost of(CelAbstractSyntaxTree ast) {
    List<CelNavigableExpr> nodes = CelNavigableAst.fromAst(ast).getRoot().allNodes().toList();
    return new ExpressionCost(
        nodes.size(),
        nodes.stream().mapToInt(ExpressionCost::loopsAround).max().orElse(0),
        nodes.stream().mapToInt(ExpressionCost::length).max().orElse(0),
        nodes.stream()
            .filter(n -> n.getKind() == Kind.CALL)
            .anyMatch(n -> REGULAR.contains(n.expr().call().function())));
  }

  private static int loopsAround(CelNavigableExpr node) {
    int loops = 0;
    Optional<CelNavigableExpr> around = Optional.of(node);
    while (around.isPresent()) {
      if (around.get().getKind() == Kind.COMPREHENSION) {
        loops++;
      }
      around = around.get().parent();
    }
    return loops;
  }

  private static int length(CelNavigableExpr node) {
    return node.getKind() == Kind.CONSTANT
            && node.expr().constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? node.expr().constant().stringValue().length()
        : 0;
  }

  /**
   * Checks that the expression is evaluated to its end, given its variables.
   *
   * @throws NotModelledException if it may cost too much
   */
  void check(Map<String, Object> variables) {
    Extent extent = new Extent();
    variables.values().forEach(extent::add);
    double ofText = 1 + Math.max(extent.text, longestText) / 10.0;
    double ofCall =
        isRegular ? ofText * Math.max(1, Math.max(longestText, extent.text) / 4.0) : ofText;
    if (steps * Math.pow(Math.max(1, extent.list), loops) * ofCall > MOST) {
      throw new NotModelledException("what an expression costs that may cost too much");
    }
  }

  /** How large values are. */
  private static final class Extent {
    private int list;
    private int text;

    void add(Object value) {
      if (value instanceof String string) {
        text = Math.max(text, string.length());
      } else if (value instanceof Collection<?> values) {
        list = Math.max(list, values.size());
        values.forEach(this::add);
      } else if (value instanceof PartialFields fields) {
        fields.knownValues().forEach(this::add);
      } else if (value instanceof Map<?, ?> map && !(value instanceof FieldsValue)) {
        list = Math.max(list, map.size());
        map.forEach(
            (key, each) -> {
              add(key);
              add(each);
            });
      }
    }
  }
}
