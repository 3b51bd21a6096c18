package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;

/**
 * The macro {@code sortBy}, to whose result the library gives another type than Kubernetes': that
 * it doesn't compile here says nothing.
 */
final class SortedByKeys {
  private static final String FUNCTION = "lists.@sortByAssociatedKeys";

  private SortedByKeys() {}

  /**
   * Checks that an expression doesn't use it.
   *
   * @throws NotModelledException if it does
   */
  static void check(CelAbstractSyntaxTree parsed) {
    boolean sorts =
        CelNavigableAst.fromAst(parsed)
            .getRoot()
            .allNodes()
            .filter(n -> n.getKind() == Kind.CALL)
            .anyMatch(n -> n.expr().call().function().equals(FUNCTION));
    if (sorts) {
      throw new NotModelledException("what sortBy() returns");
    }
  }
}
