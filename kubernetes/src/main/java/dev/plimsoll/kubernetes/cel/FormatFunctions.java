package dev.plimsoll.kubernetes.cel;

import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;

/**
 * The functions that Kubernetes adds to check formats of names and to format texts.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/cel/library/format.go}.
 */
final class FormatFunctions {
  private static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");

  private FormatFunctions() {}

  static void addTo(FunctionSet functions) {
    for (NamedFormat format : NamedFormat.values()) {
      String name = "format." + format.formatName();
      functions.add(
          name,
          newGlobalOverload(name, FORMAT, List.of()),
          CelFunctionBinding.from(name, List.of(), args -> format));
    }
    functions.add(
        "format.named",
        newGlobalOverload("format-named", OptionalType.create(FORMAT), SimpleType.STRING),
        CelFunctionBinding.from("format-named", String.class, NamedFormat::of));
    functions.add(
        "validate",
        newMemberOverload(
            "format-validate",
            OptionalType.create(ListType.create(SimpleType.STRING)),
            FORMAT,
            SimpleType.STRING),
        CelFunctionBinding.from(
            "format-validate", NamedFormat.class, String.class, NamedFormat::errors));
    functions.add(
        "format",
        newMemberOverload(
            "string_format_list_string",
            SimpleType.STRING,
            SimpleType.STRING,
            ListType.create(SimpleType.DYN)),
        CelFunctionBinding.from(
            "string_format_list_string", String.class, List.class, StringFormat::format));
  }
}
