package dev.plimsoll.kubernetes.cel;

import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.bundle.CelBuilder;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions that Kubernetes adds to the language; here are those for quantities, semantic
 * versions and regular expressions.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/cel/library/quantity.go}, {@code
 * staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/cel/library/regex.go}.
 */
final class KubernetesFunctions {
  static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
  static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");

  private final FunctionSet functions = new FunctionSet();

  private KubernetesFunctions() {}

  static FunctionSet all() {
    KubernetesFunctions kubernetes = new KubernetesFunctions();
    kubernetes.addQuantity();
    kubernetes.addArithmetic();
    kubernetes.addSemver();
    kubernetes.addRegex();
    NetworkFunctions.addTo(kubernetes.functions);
    UrlFunctions.addTo(kubernetes.functions);
    FormatFunctions.addTo(kubernetes.functions);
    ListFunctions.addTo(kubernetes.functions);
    return kubernetes.functions;
  }

  /** Adds the extensions of the language that Kubernetes has, and its own functions. */
  static CelBuilder addTo(CelBuilder builder, CelOptions options) {
    FunctionSet functions = all();
    return builder
        .setOptions(options)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addCompilerLibraries(
            CelExtensions.strings(),
            CelExtensions.optional(),
            CelExtensions.sets(options),
            CelExtensions.lists(),
            CelExtensions.comprehensions())
        .addRuntimeLibraries(
            CelExtensions.strings(),
            CelExtensions.optional(),
            CelExtensions.sets(options),
            CelExtensions.lists(),
            CelExtensions.comprehensions())
        .addFunctionDeclarations(functions.declarations())
        .addFunctionBindings(functions.bindings());
  }

  private void add(String function, CelOverloadDecl overload, CelFunctionBinding binding) {
    functions.add(function, overload, binding);
  }

  private void addQuantity() {
    add(
        "quantity",
        newGlobalOverload("string_to_quantity", QUANTITY, SimpleType.STRING),
        CelFunctionBinding.from("string_to_quantity", String.class, Quantity::parse));
    add(
        "isQuantity",
        newGlobalOverload("is_quantity_string", SimpleType.BOOL, SimpleType.STRING),
        CelFunctionBinding.from(
            "is_quantity_string", String.class, KubernetesFunctions::isQuantity));
    add(
        "sign",
        newGlobalOverload("quantity_sign", SimpleType.INT, QUANTITY),
        CelFunctionBinding.from("quantity_sign", Quantity.class, q -> (long) q.signum()));
    add(
        "asApproximateFloat",
        newMemberOverload("quantity_get_float", SimpleType.DOUBLE, QUANTITY),
        CelFunctionBinding.from("quantity_get_float", Quantity.class, Quantity::toDouble));
    add(
        "asInteger",
        newMemberOverload("quantity_get_int", SimpleType.INT, QUANTITY),
        CelFunctionBinding.from(
            "quantity_get_int", Quantity.class, KubernetesFunctions::asInteger));
    add(
        "isInteger",
        newMemberOverload("quantity_is_integer", SimpleType.BOOL, QUANTITY),
        CelFunctionBinding.from("quantity_is_integer", Quantity.class, Quantity::isInteger));
    addComparisons("quantity", QUANTITY, Quantity.class);
  }

  private static boolean isQuantity(String text) {
    try {
      Quantity.parse(text);
      return true;
    } catch (QuantityFormatException e) {
      return false;
    }
  }

  private static long asInteger(Quantity quantity) {
    if (!quantity.isInteger()) {
      throw new IllegalArgumentException("cannot convert value to integer");
    }
    return quantity.value();
  }

  private void addArithmetic() {
    add(
        "add",
        newMemberOverload("quantity_add", QUANTITY, QUANTITY, QUANTITY),
        CelFunctionBinding.from("quantity_add", Quantity.class, Quantity.class, Quantity::add));
    add(
        "add",
        newMemberOverload("quantity_add_int", QUANTITY, QUANTITY, SimpleType.INT),
        CelFunctionBinding.from(
            "quantity_add_int", Quantity.class, Long.class, (q, i) -> q.add(Quantity.of(i))));
    add(
        "sub",
        newMemberOverload("quantity_sub", QUANTITY, QUANTITY, QUANTITY),
        CelFunctionBinding.from(
            "quantity_sub", Quantity.class, Quantity.class, Quantity::subtract));
    add(
        "sub",
        newMemberOverload("quantity_sub_int", QUANTITY, QUANTITY, SimpleType.INT),
        CelFunctionBinding.from(
            "quantity_sub_int", Quantity.class, Long.class, (q, i) -> q.subtract(Quantity.of(i))));
  }

  private void addSemver() {
    add(
        "semver",
        newGlobalOverload("string_to_semver", SEMVER, SimpleType.STRING),
        CelFunctionBinding.from("string_to_semver", String.class, SemanticVersion::parse));
    add(
        "semver",
        newGlobalOverload("string_bool_to_semver", SEMVER, SimpleType.STRING, SimpleType.BOOL),
        CelFunctionBinding.from(
            "string_bool_to_semver", String.class, Boolean.class, KubernetesFunctions::semver));
    add(
        "isSemver",
        newGlobalOverload("is_semver_string", SimpleType.BOOL, SimpleType.STRING),
        CelFunctionBinding.from("is_semver_string", String.class, t -> isSemver(t, false)));
    add(
        "isSemver",
        newGlobalOverload(
            "is_semver_string_bool", SimpleType.BOOL, SimpleType.STRING, SimpleType.BOOL),
        CelFunctionBinding.from(
            "is_semver_string_bool", String.class, Boolean.class, KubernetesFunctions::isSemver));
    addComparisons("semver", SEMVER, SemanticVersion.class);
    add(
        "major",
        newMemberOverload("semver_major", SimpleType.INT, SEMVER),
        CelFunctionBinding.from("semver_major", SemanticVersion.class, SemanticVersion::major));
    add(
        "minor",
        newMemberOverload("semver_minor", SimpleType.INT, SEMVER),
        CelFunctionBinding.from("semver_minor", SemanticVersion.class, SemanticVersion::minor));
    add(
        "patch",
        newMemberOverload("semver_patch", SimpleType.INT, SEMVER),
        CelFunctionBinding.from("semver_patch", SemanticVersion.class, SemanticVersion::patch));
  }

  private static SemanticVersion semver(String text, boolean normalize) {
    return normalize ? SemanticVersion.parseNormalized(text) : SemanticVersion.parse(text);
  }

  private static boolean isSemver(String text, boolean normalize) {
    try {
      semver(text, normalize);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private <T extends Comparable<T>> void addComparisons(
      String prefix, CelType type, Class<T> javaType) {
    add(
        "isGreaterThan",
        newMemberOverload(prefix + "_is_greater_than", SimpleType.BOOL, type, type),
        CelFunctionBinding.from(
            prefix + "_is_greater_than", javaType, javaType, (a, b) -> a.compareTo(b) > 0));
    add(
        "isLessThan",
        newMemberOverload(prefix + "_is_less_than", SimpleType.BOOL, type, type),
        CelFunctionBinding.from(
            prefix + "_is_less_than", javaType, javaType, (a, b) -> a.compareTo(b) < 0));
    add(
        "compareTo",
        newMemberOverload(prefix + "_compare_to", SimpleType.INT, type, type),
        CelFunctionBinding.from(
            prefix + "_compare_to",
            javaType,
            javaType,
            (a, b) -> (long) Integer.signum(a.compareTo(b))));
  }

  private void addRegex() {
    add(
        "find",
        newMemberOverload(
            "string_find_string", SimpleType.STRING, SimpleType.STRING, SimpleType.STRING),
        CelFunctionBinding.from(
            "string_find_string",
            String.class,
            String.class,
            (text, regex) -> findAll(text, regex, 1).stream().findFirst().orElse("")));
    CelType texts = ListType.create(SimpleType.STRING);
    add(
        "findAll",
        newMemberOverload("string_find_all_string", texts, SimpleType.STRING, SimpleType.STRING),
        CelFunctionBinding.from(
            "string_find_all_string",
            String.class,
            String.class,
            (text, regex) -> findAll(text, regex, Long.MAX_VALUE)));
    add(
        "findAll",
        newMemberOverload(
            "string_find_all_string_int",
            texts,
            SimpleType.STRING,
            SimpleType.STRING,
            SimpleType.INT),
        CelFunctionBinding.from(
            "string_find_all_string_int",
            List.of(String.class, String.class, Long.class),
            args -> {
              long most = (Long) args[2];
              return findAll((String) args[0], (String) args[1], most < 0 ? Long.MAX_VALUE : most);
            }));
  }

  private static List<String> findAll(String text, String regex, long most) {
    Matcher matcher = Pattern.compile(regex).matcher(text);
    List<String> found = new ArrayList<>();
    int end = -1;
    while (found.size() < most && matcher.find()) {
      if (matcher.end() > matcher.start() || matcher.start() != end) {
        found.add(matcher.group());
      }
      end = matcher.end();
    }
    return found;
  }
}
