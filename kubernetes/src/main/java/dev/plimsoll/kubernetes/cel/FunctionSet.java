package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Functions with their overloads: what they take, and what they do. */
final class FunctionSet {
  private final Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
  private final Map<String, List<CelFunctionBinding>> bindings = new LinkedHashMap<>();

  void add(String function, CelOverloadDecl overload, CelFunctionBinding binding) {
    overloads.computeIfAbsent(function, f -> new ArrayList<>()).add(overload);
    bindings.computeIfAbsent(function, f -> new ArrayList<>()).add(binding);
  }

  List<CelFunctionDecl> declarations() {
    return overloads.entrySet().stream()
        .map(e -> CelFunctionDecl.newFunctionDeclaration(e.getKey(), e.getValue()))
        .toList();
  }

  List<CelFunctionBinding> bindings() {
    return bindings.entrySet().stream()
        .map(e -> CelFunctionBinding.fromOverloads(e.getKey(), e.getValue()))
        .<CelFunctionBinding>flatMap(Collection::stream)
        .toList();
  }
}
