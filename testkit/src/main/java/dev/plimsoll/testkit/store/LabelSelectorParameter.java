package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text form of a label selector, as apimachinery's pkg/labels/selector.go reads it. */
public final class LabelSelectorParameter implements Predicate<JsonObject> {
  private static final Pattern SET =
      Pattern.compile("(?<key>[^\\s!=<>(),]+)\\s+(?<not>not)?in\\s*\\((?<values>[^()]*)\\)");
  private static final Pattern EQUALS =
      Pattern.compile("(?<key>[^\\s!=<>(),]+)\\s*(?<op>!=|==|=|<|>)\\s*(?<value>[^\\s!=<>(),]*)");
  private static final Pattern EXISTS = Pattern.compile("(?<not>!)?\\s*(?<key>[^\\s!=<>(),]+)");

  private final List<Requirement> requirements;

  private LabelSelectorParameter(List<Requirement> requirements) {
    this.requirements = requirements;
  }

  private record Requirement(String key, Predicate<Optional<String>> value) {}

  /** Reads a selector; "" selects everything. */
  public static LabelSelectorParameter parse(String text) {
    List<Requirement> requirements = new ArrayList<>();
    for (String part : text.split(",(?![^(]*\\))", -1)) {
      if (!part.isBlank()) {
        requirements.add(requirement(part.strip(), text));
      } else if (!text.isBlank()) {
        throw unreadable(text);
      }
    }
    return new LabelSelectorParameter(List.copyOf(requirements));
  }

  private static Requirement requirement(String part, String whole) {
    Matcher set = SET.matcher(part);
    if (set.matches()) {
      Set<String> values =
          Stream.of(set.group("values").split(",", -1))
              .map(String::strip)
              .collect(Collectors.toUnmodifiableSet());
      boolean in = set.group("not") == null;
      return new Requirement(
          set.group("key"), label -> label.map(values::contains).orElse(false) == in);
    }
    Matcher equals = EQUALS.matcher(part);
    if (equals.matches()) {
      return new Requirement(
          equals.group("key"), comparison(equals.group("op"), equals.group("value"), whole));
    }
    Matcher exists = EXISTS.matcher(part);
    if (exists.matches()) {
      boolean wanted = exists.group("not") == null;
      return new Requirement(exists.group("key"), label -> label.isPresent() == wanted);
    }
    throw unreadable(whole);
  }

  private static Predicate<Optional<String>> comparison(String op, String value, String whole) {
    return switch (op) {
      case "!=" -> label -> !label.equals(Optional.of(value));
      case "<" -> label -> number(label).map(n -> n < parse(value, whole)).orElse(false);
      case ">" -> label -> number(label).map(n -> n > parse(value, whole)).orElse(false);
      default -> label -> label.equals(Optional.of(value));
    };
  }

  private static Optional<Long> number(Optional<String> label) {
    return label.filter(text -> text.matches("[+-]?\\d{1,18}")).map(Long::valueOf);
  }

  private static long parse(String value, String whole) {
    return number(Optional.of(value)).orElseThrow(() -> unreadable(whole));
  }

  private static StatusError unreadable(String text) {
    return StatusError.badRequest("unable to parse requirement: " + text);
  }

  @Override
  public boolean test(JsonObject object) {
    return requirements.stream()
        .allMatch(r -> r.value().test(JsonPaths.string(object, "metadata", "labels", r.key())));
  }

  /** Whether it selects everything. */
  public boolean isEmpty() {
    return requirements.isEmpty();
  }
}
