package dev.plimsoll.kubernetes.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.Optional;

/**
 * The variables and functions of an expression about a device.
 *
 * <p>The values of attributes have a type that is known only once the expression is evaluated.
 * Sources: {@code newCompiler} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go}, {@code
 * staging/src/k8s.io/apiserver/pkg/cel/environment/base.go}.
 */
final class DeviceEnvironment {
  /** The cost limit of an expression. Each step of a loop costs at least one. */
  private static final int MAX_COST = 1_000_000;

  private static final MapType ATTRIBUTES =
      MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, SimpleType.DYN));
  private static final MapType CAPACITY =
      MapType.create(
          SimpleType.STRING, MapType.create(SimpleType.STRING, KubernetesFunctions.QUANTITY));
  private static final Map<String, CelType> FIELDS =
      Map.of(
          DeviceVariables.DRIVER,
          SimpleType.STRING,
          DeviceVariables.ALLOW_MULTIPLE_ALLOCATIONS,
          SimpleType.BOOL,
          DeviceVariables.ATTRIBUTES,
          ATTRIBUTES,
          DeviceVariables.CAPACITY,
          CAPACITY);
  private static final StructType DEVICE =
      StructType.create(
          "kubernetes.DRADevice",
          ImmutableSet.copyOf(FIELDS.keySet()),
          field -> Optional.ofNullable(FIELDS.get(field)));
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(MAX_COST)
          .build();
  private static final Cel CEL = build();

  private DeviceEnvironment() {}

  /**
   * Compiles an expression.
   *
   * @throws CelValidationException if it doesn't compile
   * @throws NotModelledException if whether it does isn't known
   */
  static CelAbstractSyntaxTree compile(String expression) throws CelValidationException {
    CelAbstractSyntaxTree parsed = CEL.parse(expression).getAst();
    try {
      return CEL.check(DomainPresence.in(parsed)).getAst();
    } catch (CelValidationException e) {
      SortedByKeys.check(parsed);
      throw e;
    }
  }

  static CelRuntime.Program program(CelAbstractSyntaxTree ast) throws CelEvaluationException {
    return CEL.createProgram(ast);
  }

  private static Cel build() {
    return KubernetesFunctions.addTo(CelFactory.plannerCelBuilder(), OPTIONS)
        .addCompilerLibraries(CelExtensions.bindings())
        .setTypeProvider(new DeviceType())
        .addVar(DeviceVariables.DEVICE, DEVICE)
        .addFunctionDeclarations(DomainPresence.declaration())
        .addFunctionBindings(DomainPresence.bindings())
        .build();
  }

  private static final class DeviceType implements CelTypeProvider {
    @Override
    public ImmutableCollection<CelType> types() {
      return ImmutableList.of(DEVICE);
    }

    @Override
    public Optional<CelType> findType(String name) {
      return name.equals(DEVICE.name()) ? Optional.of(DEVICE) : Optional.empty();
    }
  }
}
