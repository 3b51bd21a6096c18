package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.object.LabelSelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a label selector as kubectl's {@code -l} has it: {@code a=b,c!=d,e in (f,g),h notin
 * (i),j,!k}.
 *
 * <p>Source: {@code labels.Parse} in {@code
 * staging/src/k8s.io/apimachinery/pkg/labels/selector.go}.
 */
final class SelectorOption {
  private static final String NAME = "([\\w./-]+)";
  private static final Pattern REQUIREMENT = Pattern.compile("[^,(]+(\\([^)]*\\))?");
  private static final Pattern EQUALITY = Pattern.compile(NAME + "\\s*(==|=|!=)\\s*([\\w.-]*)");
  private static final Pattern SET = Pattern.compile(NAME + "\\s+(in|notin)\\s*\\(([^)]*)\\)");
  private static final Pattern EXISTENCE = Pattern.compile("(!?)\\s*" + NAME);

  private SelectorOption() {}

  static LabelSelector parse(String text) {
    List<LabelSelector.Requirement> requirements = new ArrayList<>();
    Matcher parts = REQUIREMENT.matcher(text);
    int end = 0;
    while (parts.lookingAt()) {
      requirements.add(requirement(parts.group().strip(), text));
      end = parts.end();
      if (end == text.length()) {
        return new LabelSelector(Map.of(), requirements);
      }
      if (text.charAt(end) != ',') {
        break;
      }
      parts.region(end + 1, text.length());
    }
    throw invalid(text);
  }

  private static LabelSelector.Requirement requirement(String part, String text) {
    Matcher equality = EQUALITY.matcher(part);
    if (equality.matches()) {
      String operator = equality.group(2).equals("!=") ? "NotIn" : "In";
      return new LabelSelector.Requirement(equality.group(1), operator, List.of(equality.group(3)));
    }
    Matcher set = SET.matcher(part);
    if (set.matches()) {
      List<String> values = Arrays.stream(set.group(3).split(",", -1)).map(String::strip).toList();
      String operator = set.group(2).equals("in") ? "In" : "NotIn";
      return new LabelSelector.Requirement(set.group(1), operator, values);
    }
    Matcher existence = EXISTENCE.matcher(part);
    if (existence.matches()) {
      String operator = existence.group(1).isEmpty() ? "Exists" : "DoesNotExist";
      return new LabelSelector.Requirement(existence.group(2), operator, List.of());
    }
    throw invalid(text);
  }

  private static InputException invalid(String text) {
    return new InputException(
        "invalid selector \""
            + text
            + "\": expected requirements separated by commas, such as team=a,tier!=test,gpu,!old or"
            + " zone in (a,b)");
  }
}
