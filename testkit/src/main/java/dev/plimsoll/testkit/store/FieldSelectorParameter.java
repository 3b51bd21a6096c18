package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of a field selector, as apimachinery's pkg/fields/selector.go reads it, over the
 * fields each kind offers (AddFieldLabelConversionFunc in pkg/apis).
 */
public final class FieldSelectorParameter implements Predicate<JsonObject> {
  private static final Pattern TERM = Pattern.compile("(?<field>[^=!]*)(?<op>!=|==|=)(?<value>.*)");
  private static final Set<String> COMMON = Set.of("metadata.name", "metadata.namespace");
  private static final Map<String, Set<String>> OFFERED =
      Map.of(
          "v1/Pod",
          Set.of(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "spec.hostNetwork",
              "status.phase",
              "status.podIP",
              "status.nominatedNodeName"),
          "v1/Node",
          Set.of("spec.unschedulable"),
          "v1/Namespace",
          Set.of("status.phase"),
          "v1/Secret",
          Set.of("type"),
          "v1/Service",
          Set.of("spec.clusterIP", "spec.type"),
          "v1/Event",
          Set.of(
              "involvedObject.kind",
              "involvedObject.namespace",
              "involvedObject.name",
              "involvedObject.uid",
              "involvedObject.apiVersion",
              "involvedObject.resourceVersion",
              "involvedObject.fieldPath",
              "reason",
              "reportingComponent",
              "source",
              "type"),
          "events.k8s.io/v1/Event",
          Set.of(
              "regarding.kind",
              "regarding.namespace",
              "regarding.name",
              "regarding.uid",
              "regarding.apiVersion",
              "regarding.resourceVersion",
              "regarding.fieldPath",
              "reason",
              "reportingController",
              "type"));

  private static final Map<String, String> STORED =
      Map.of("reportingController", "reportingComponent", "source", "source.component");

  private final List<Term> terms;

  private FieldSelectorParameter(List<Term> terms) {
    this.terms = terms;
  }

  private record Term(String field, String value, boolean equal) {}

  /** Reads a selector; "" selects everything, an unsupported field is an error. */
  public static FieldSelectorParameter parse(ResourceType type, String text) {
    List<Term> terms = new ArrayList<>();
    for (String part : text.isEmpty() ? new String[0] : text.split("(?<!\\\\),", -1)) {
      Matcher term = TERM.matcher(part);
      if (!term.matches()) {
        throw StatusError.badRequest(
            "invalid selector: '%s'; can't understand '%s'".formatted(text, part));
      }
      String field = term.group("field");
      if (!COMMON.contains(field)
          && !OFFERED
              .getOrDefault(type.apiVersion() + "/" + type.kind(), Set.of())
              .contains(field)) {
        throw StatusError.badRequest("field label not supported: " + field);
      }
      String value = term.group("value").replaceAll("\\\\(.)", "$1");
      terms.add(new Term(stored(field), value, !term.group("op").equals("!=")));
    }
    return new FieldSelectorParameter(List.copyOf(terms));
  }

  private static String stored(String field) {
    return field.startsWith("regarding.")
        ? "involvedObject" + field.substring("regarding".length())
        : STORED.getOrDefault(field, field);
  }

  @Override
  public boolean test(JsonObject object) {
    return terms.stream()
        .allMatch(term -> value(object, term.field()).equals(term.value()) == term.equal());
  }

  private static String value(JsonObject object, String field) {
    String found = JsonPaths.text(object, field.split("\\."));
    boolean flag = field.equals("spec.unschedulable") || field.equals("spec.hostNetwork");
    return found.isEmpty() && flag ? "false" : found;
  }

  /** The one name it asks for, if it does. */
  public Optional<String> name() {
    return terms.stream()
        .filter(term -> term.field().equals("metadata.name") && term.equal())
        .map(Term::value)
        .findFirst();
  }

  /** Whether it selects everything. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }
}
