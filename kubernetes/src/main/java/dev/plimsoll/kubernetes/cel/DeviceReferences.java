package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.Operator;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a device that an expression refers to. Devices that are alike in these give the
 * same value, as thousands of a product do.
 */
final class DeviceReferences {
  private record Field(boolean attribute, String domain, String id, String qualified) {

    static Field of(boolean attribute, String domain, String id) {
      return new Field(attribute, domain, id, domain + "/" + id);
    }
  }

  private final List<Field> fields;

  private DeviceReferences(List<Field> fields) {
    this.fields = fields;
  }

  /** Returns the fields; absent where that can't be told for sure. */
  static Optional<DeviceReferences> of(CelAbstractSyntaxTree ast) {
    List<Field> fields = new ArrayList<>();
    List<CelNavigableExpr> devices =
        CelNavigableAst.fromAst(ast)
            .getRoot()
            .allNodes()
            .filter(n -> n.getKind() == Kind.IDENT)
            .filter(n -> n.expr().ident().name().equals(DeviceVariables.DEVICE))
            .toList();
    for (CelNavigableExpr device : devices) {
      Optional<CelNavigableExpr> of = device.parent().filter(p -> p.getKind() == Kind.SELECT);
      if (of.isEmpty()) {
        return Optional.empty();
      }
      String name = of.get().expr().select().field();
      boolean attribute = name.equals(DeviceVariables.ATTRIBUTES);
      if (attribute || name.equals(DeviceVariables.CAPACITY)) {
        Optional<Field> field = field(of.get(), attribute);
        if (field.isEmpty()) {
          return Optional.empty();
        }
        fields.add(field.get());
      }
    }
    return Optional.of(new DeviceReferences(fields.stream().distinct().toList()));
  }

  private static Optional<Field> field(CelNavigableExpr map, boolean attribute) {
    Optional<CelNavigableExpr> index = map.parent().filter(p -> isIndexOf(p, map.expr()));
    Optional<CelNavigableExpr> select =
        index.flatMap(CelNavigableExpr::parent).filter(p -> p.getKind() == Kind.SELECT);
    return select.map(
        s ->
            Field.of(
                attribute,
                index.get().expr().call().args().get(1).constant().stringValue(),
                s.expr().select().field()));
  }

  private static boolean isIndexOf(CelNavigableExpr call, CelExpr map) {
    return call.getKind() == Kind.CALL
        && call.expr().call().function().equals(Operator.INDEX.getFunction())
        && call.expr().call().args().get(0).id() == map.id()
        && call.expr().call().args().get(1).getKind() == Kind.CONSTANT
        && call.expr().call().args().get(1).constant().getKind() == CelConstant.Kind.STRING_VALUE;
  }

  /**
   * Returns the device's values in these fields, and its attributes that may make the whole device
   * unreadable.
   */
  List<Object> of(String driver, Device device) {
    List<Object> values = new ArrayList<>(fields.size() + 3);
    values.add(driver);
    values.add(device.allowMultipleAllocations());
    for (Field field : fields) {
      var all = field.attribute() ? device.attributes() : device.capacity();
      values.add(Optional.ofNullable(all.get(field.qualified())));
      if (field.domain().equals(driver)) {
        values.add(Optional.ofNullable(all.get(field.id())));
      }
    }
    for (DeviceAttribute attribute : device.attributes().values()) {
      if (attribute instanceof DeviceAttribute.Version
          || attribute instanceof DeviceAttribute.Unsupported) {
        values.add(attribute);
      }
    }
    return values;
  }
}
