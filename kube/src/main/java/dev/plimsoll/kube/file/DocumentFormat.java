package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.json.MalformedJsonException;
import dev.plimsoll.kube.yaml.YamlNodes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.YAMLException;

/** The format of a text: JSON, or what is not JSON, which YAML's flow style resembles. */
enum DocumentFormat {
  JSON,
  YAML;

  /** A longer text has its format by its beginning: a dump in flow style is YAML by its keys. */
  private static final int LONGEST_TRIED = 1 << 20;

  private static final Pattern JSON_BEGINS =
      Pattern.compile("\\s*(?:\\{\\s*(?:[\"}]|$)|\\[\\s*(?:[\\[\\]{\"0-9tfn-]|$))");

  /** Returns the format of what follows, which it leaves unread except for a byte order mark. */
  static DocumentFormat of(InputStream in) throws IOException {
    in.mark(LONGEST_TRIED + 1);
    int first = in.read();
    if (first == 0xef) {
      in.skipNBytes(2);
      in.mark(LONGEST_TRIED + 1);
    } else {
      in.reset();
    }
    byte[] bytes = in.readNBytes(LONGEST_TRIED);
    in.reset();
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!JSON_BEGINS.matcher(text).lookingAt()) {
      return YAML;
    }
    return bytes.length < LONGEST_TRIED && isMalformedJson(bytes) && isYaml(text) ? YAML : JSON;
  }

  private static boolean isMalformedJson(byte[] text) {
    try (JsonTreeReader reader =
        new JsonTreeReader(new ByteArrayInputStream(text), JsonPruning.FOR_RULES)) {
      while (reader.nextDocument()) {
        reader.skipValue();
      }
      return false;
    } catch (MalformedJsonException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isYaml(String text) {
    try {
      YamlNodes.forEach(new StringReader(text), document -> {});
      return true;
    } catch (YAMLException e) {
      return false;
    }
  }
}
