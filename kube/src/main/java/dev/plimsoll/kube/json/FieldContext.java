package dev.plimsoll.kube.json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A value that is decoded.
 *
 * @param struct the type that has the field; empty for the object itself
 * @param field the names of the fields to the value and of embedded types, with a dot after each
 * @param named the same without embedded types
 * @param strict the path of the value in errors of unknown fields
 * @param path the path in the manifest
 */
record FieldContext(String struct, String field, String named, String strict, List<String> path) {
  static final FieldContext ROOT = new FieldContext("", "", "", "", List.of());

  List<String> path(String step) {
    List<String> steps = new ArrayList<>(path);
    steps.add(step);
    return steps;
  }

  String strictPath(String name) {
    return strict.isEmpty() ? name : strict + "." + name;
  }

  FieldContext field(String type, ApiTypes.Field of) {
    String embedded = of.within().stream().map(w -> w + ".").collect(Collectors.joining());
    String names = field + embedded + of.name() + ".";
    return new FieldContext(
        type, names, named + of.name() + ".", strictPath(of.name()), path(of.name()));
  }

  FieldContext name(String name) {
    return new FieldContext(struct, field, named, strictPath(name), path(name));
  }

  FieldContext item(int index) {
    String step = Integer.toString(index);
    return new FieldContext(struct, field, named, strict + "[" + step + "]", path(step));
  }
}
