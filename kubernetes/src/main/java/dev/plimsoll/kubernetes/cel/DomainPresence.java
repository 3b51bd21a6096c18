package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelMutableAst;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.Operator;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.navigation.CelNavigableMutableExpr;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.Set;

/**
 * The question whether a device has attributes or capacities of a domain, which reads {@code 'x' in
 * device.attributes}. It is another function here, since to the library every domain is there.
 */
final class DomainPresence {
  private static final String FUNCTION = "@has_domain";
  private static final String OVERLOAD = "has_domain";
  private static final Set<String> MAPS =
      Set.of(DeviceVariables.ATTRIBUTES, DeviceVariables.CAPACITY);

  private DomainPresence() {}

  static CelFunctionDecl declaration() {
    return CelFunctionDecl.newFunctionDeclaration(
        FUNCTION,
        CelOverloadDecl.newGlobalOverload(
            OVERLOAD, SimpleType.BOOL, SimpleType.DYN, SimpleType.DYN));
  }

  static Set<CelFunctionBinding> bindings() {
    return CelFunctionBinding.fromOverloads(
        FUNCTION,
        CelFunctionBinding.from(
            OVERLOAD, Object.class, DomainMap.class, (domain, map) -> map.containsKey(domain)));
  }

  /** Returns the expression with the other function in it, and with the text that errors quote. */
  static CelAbstractSyntaxTree in(CelAbstractSyntaxTree parsed) {
    CelMutableAst ast = CelMutableAst.fromCelAst(parsed);
    CelNavigableMutableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(CelNavigableMutableExpr::expr)
        .filter(DomainPresence::isDomainQuestion)
        .toList()
        .forEach(e -> e.call().setFunction(FUNCTION));
    return CelAbstractSyntaxTree.newParsedAst(ast.toParsedAst().getExpr(), parsed.getSource());
  }

  private static boolean isDomainQuestion(CelMutableExpr expression) {
    if (expression.getKind() != Kind.CALL
        || !expression.call().function().equals(Operator.IN.getFunction())) {
      return false;
    }
    CelMutableExpr map = expression.call().args().get(1);
    return map.getKind() == Kind.SELECT
        && MAPS.contains(map.select().field())
        && map.select().operand().getKind() == Kind.IDENT
        && map.select().operand().ident().name().equals(DeviceVariables.DEVICE);
  }
}
