package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.plimsoll.kubernetes.object.Device;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An expression that says of a device whether it is wanted, compiled. Safe for use by several
 * threads.
 *
 * <p>Source: {@code staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go}.
 */
public final class DeviceExpression {
  private static final int MAX_REMEMBERED = 4096;

  private final CelRuntime.Program program;
  private final Optional<DeviceReferences> references;
  private final Map<List<Object>, Boolean> remembered = new ConcurrentHashMap<>();

  private DeviceExpression(CelRuntime.Program program, Optional<DeviceReferences> references) {
    this.program = program;
    this.references = references;
  }

  /**
   * Compiles an expression.
   *
   * @throws ExpressionException if it doesn't compile, or its value isn't a truth value
   */
  public static DeviceExpression compile(String expression) throws ExpressionException {
    try {
      CelAbstractSyntaxTree ast = DeviceEnvironment.compile(expression);
      CelType type = ast.getResultType();
      if (type.kind() != CelKind.BOOL && type.kind() != CelKind.DYN) {
        throw new ExpressionException(
            "must evaluate to bool or the unknown type, not " + type.name());
      }
      return new DeviceExpression(DeviceEnvironment.program(ast), DeviceReferences.of(ast));
    } catch (CelValidationException e) {
      throw new ExpressionException("compilation failed: " + e.getMessage());
    } catch (CelEvaluationException e) {
      throw new ExpressionException("program instantiation failed: " + e.getMessage());
    }
  }

  /**
   * Returns whether a device is wanted.
   *
   * @throws ExpressionException if the expression fails for this device
   * @throws NotModelledException if what it says of the device isn't known
   */
  public boolean matches(String driver, Device device) throws ExpressionException {
    if (references.isEmpty()) {
      return evaluate(driver, device);
    }
    List<Object> alike = references.get().of(driver, device);
    Boolean known = remembered.get(alike);
    if (known == null) {
      known = evaluate(driver, device);
      if (remembered.size() >= MAX_REMEMBERED) {
        remembered.clear();
      }
      remembered.put(alike, known);
    }
    return known;
  }

  private boolean evaluate(String driver, Device device) throws ExpressionException {
    Object value;
    try {
      value = program.eval(DeviceVariables.of(driver, device));
    } catch (CelEvaluationException e) {
      Optional<NotModelledException> unknown = EvaluationErrors.notModelled(e);
      if (unknown.isPresent()) {
        throw unknown.get();
      }
      throw new ExpressionException(EvaluationErrors.message(e));
    }
    if (value instanceof Boolean matches) {
      return matches;
    }
    throw new ExpressionException(
        "CEL result of type "
            + typeName(value)
            + " could not be converted to bool: type"
            + " conversion error from '"
            + typeName(value)
            + "' to 'bool'");
  }

  private static String typeName(Object value) {
    if (value instanceof String) {
      return "string";
    }
    if (value instanceof Long) {
      return "int";
    }
    return value instanceof SemanticVersion
        ? KubernetesFunctions.SEMVER.name()
        : value.getClass().getSimpleName();
  }
}
