package dev.plimsoll.kube.yaml;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.internal.LazilyParsedNumber;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Turns YAML into JSON, as kubectl does. */
public final class YamlToJson {
  private static final Pattern DECIMAL = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  private static final int LONGEST_PLAIN = 21;
  private static final int SMALLEST_PLAIN_EXPONENT = -6;

  private YamlToJson() {}

  /**
   * Returns the same as {@link YamlNodes} passed on in JSON; keys that aren't texts are left out.
   */
  public static JsonElement of(Node node) {
    if (node instanceof MappingNode mapping) {
      JsonObject object = new JsonObject();
      fill(object, mapping);
      return object;
    }
    if (node instanceof SequenceNode sequence) {
      JsonArray array = new JsonArray();
      sequence.getValue().forEach(n -> array.add(of(n)));
      return array;
    }
    return node instanceof ScalarNode scalar ? scalar(scalar) : JsonNull.INSTANCE;
  }

  private static void fill(JsonObject object, MappingNode mapping) {
    for (NodeTuple tuple : mapping.getValue()) {
      if (MergeKeys.isMerge(tuple)) {
        MergeKeys.merged(tuple).forEach(m -> fill(object, m));
      } else if (tuple.getKeyNode() instanceof ScalarNode key) {
        object.add(key.getValue(), of(tuple.getValueNode()));
      }
    }
  }

  private static JsonElement scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (Tag.NULL.equals(tag)) {
      return JsonNull.INSTANCE;
    }
    if (Tag.BOOL.equals(tag)) {
      String word = text.toLowerCase(Locale.ROOT);
      return new JsonPrimitive(word.equals("true") || word.equals("yes") || word.equals("on"));
    }
    boolean decimal = Tag.INT.equals(tag) && DECIMAL.matcher(text).matches();
    boolean real = scalar.isPlain() && FLOAT.matcher(text).matches() && !isOctal(text);
    if (decimal || real) {
      return new JsonPrimitive(new LazilyParsedNumber(number(text, decimal)));
    }
    return Tag.INT.equals(tag) ? integer(text) : new JsonPrimitive(text);
  }

  private static boolean isOctal(String text) {
    return text.matches("[-+]?0[0-9]+");
  }

  /** Returns a number as kubectl sends it: a real number has 64 bits. */
  private static String number(String text, boolean decimal) {
    String unsigned = text.startsWith("+") ? text.substring(1) : text;
    if (decimal && unsigned.length() < LONGEST_PLAIN) {
      return unsigned;
    }
    double number = Double.parseDouble(unsigned);
    return Double.isInfinite(number) ? unsigned : real(number);
  }

  private static String real(double value) {
    BigDecimal number = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = number.precision() - number.scale() - 1;
    if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent < LONGEST_PLAIN) {
      return number.toPlainString();
    }
    BigDecimal digits = number.scaleByPowerOfTen(-exponent);
    return digits.toPlainString() + (exponent < 0 ? "e" : "e+") + exponent;
  }

  /** Reads whole numbers in other bases, or with underscores between the digits. */
  private static JsonElement integer(String text) {
    String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
    boolean negative = digits.startsWith("-");
    String unsigned =
        digits.startsWith("-") || digits.startsWith("+") ? digits.substring(1) : digits;
    try {
      long value;
      if (unsigned.startsWith("0x")) {
        value = Long.parseLong(unsigned.substring(2), 16);
      } else if (unsigned.startsWith("0b")) {
        value = Long.parseLong(unsigned.substring(2), 2);
      } else if (unsigned.length() > 1 && unsigned.startsWith("0")) {
        value = Long.parseLong(unsigned.substring(1), 8);
      } else {
        value = Long.parseLong(unsigned);
      }
      return new JsonPrimitive(negative ? -value : value);
    } catch (NumberFormatException e) {
      return new JsonPrimitive(text);
    }
  }
}
