package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The keys that the documents list are those that are read. Which these are is asked of the
 * readers: they name the valid keys of a section where they find another.
 */
class DocumentedKeysTest {
  private static final String UNKNOWN = "zzz";
  private static final Pattern VALID =
      Pattern.compile(UNKNOWN + " is an unknown key; valid keys: ([\\w, ]+)");

  @TempDir Path folder;

  /** What is wrong with a file that holds this. */
  private String serve(JsonObject configuration) {
    return CliRun.of("serve", "--config", file(configuration)).err();
  }

  private String policy(JsonObject policy) {
    return wrong(policy, PolicyFile::read);
  }

  private String advisor(JsonObject configuration) {
    return wrong(configuration, AdvisorConfiguration::read);
  }

  private String wrong(JsonObject content, Function<Path, ?> reader) {
    Path file = Path.of(file(content));
    InputException wrong = catchThrowableOfType(InputException.class, () -> reader.apply(file));
    return wrong == null ? "" : String.valueOf(wrong.getMessage());
  }

  private String file(JsonObject content) {
    try {
      return Files.writeString(folder.resolve("it.yaml"), content.toString()).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void every_key_of_the_configuration_is_documented_and_no_other() throws IOException {
    Set<String> read = new TreeSet<>();
    for (String role :
        List.of("{}", "{'admission': {'enabled': true}}", "{'scheduler': {'enabled': false}}")) {
      JsonObject begun = JsonParser.parseString(role).getAsJsonObject();
      begun.addProperty("apiVersion", "config.plimsoll.dev/v1alpha1");
      begun.addProperty("kind", "ServiceConfiguration");
      collect(begun, "", this::serve, read);
    }
    Set<String> documented = documented("docs/configuration.md", "| key | default | meaning |");

    assertThat(read)
        .hasSizeGreaterThan(50)
        .filteredOn(key -> !documented.contains(key) && !documented.contains(ofListener(key)))
        .isEmpty();
    assertThat(documented)
        .filteredOn(key -> read.stream().noneMatch(r -> isOrHas(r, key)))
        .isEmpty();
  }

  /** Whether a key that is read is the documented one, or in the documented section. */
  private static boolean isOrHas(String read, String documented) {
    return read.equals(documented)
        || ofListener(read).equals(documented)
        || read.startsWith(documented + ".");
  }

  private static String ofListener(String key) {
    return key.replaceFirst("^\\w+\\.listen\\.", "");
  }

  @Test
  void every_key_of_the_advisor_is_documented_and_no_other() throws IOException {
    Set<String> read = new TreeSet<>();
    collect(new JsonObject(), "", this::advisor, read);
    Set<String> documented =
        documented("docs/configuration.md", "| key of the advisor | default | meaning |");
    Set<String> ofListeners = documented("docs/configuration.md", "| key | default | meaning |");

    assertThat(read)
        .hasSizeGreaterThan(20)
        .allMatch(key -> documented.stream().anyMatch(d -> isOrHas(key, d)))
        .filteredOn(key -> key.startsWith("metrics.listen."))
        .hasSizeGreaterThan(8)
        .extracting(key -> key.replaceFirst("^metrics\\.listen\\.", ""))
        .filteredOn(key -> !key.equals("tls.clients.metrics"))
        .allMatch(ofListeners::contains);
    assertThat(documented)
        .filteredOn(key -> read.stream().noneMatch(r -> isOrHas(r, key)))
        .isEmpty();
  }

  @Test
  void every_key_of_a_policy_is_documented_and_no_other() throws IOException {
    Set<String> read = new TreeSet<>();
    JsonObject begun =
        JsonParser.parseString(
                "{'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy', 'metadata':"
                    + " {'name': 'gpus'}}")
            .getAsJsonObject();
    collect(begun, "spec", this::policy, read);
    Set<String> documented =
        documented("docs/policy.md", "| key under `spec` | default | meaning |");

    assertThat(read)
        .hasSizeGreaterThan(40)
        .extracting(key -> key.replaceFirst("^spec\\.", ""))
        .extracting(key -> key.replaceFirst("([sS]elector)\\..*", "$1"))
        .containsAll(documented)
        .allMatch(documented::contains);
  }

  /** Adds the keys below a path at which a mapping with any other key is wrong. */
  private static void collect(
      JsonObject begun, String path, Function<JsonObject, String> read, Set<String> into) {
    JsonObject unknown = new JsonObject();
    unknown.addProperty(UNKNOWN, 1);
    String message = read.apply(with(begun, path, unknown));
    Matcher valid = VALID.matcher(message);
    if (valid.find()) {
      for (String key : valid.group(1).split(", ")) {
        collect(begun, path.isEmpty() ? key : path + "." + key, read, into);
      }
    } else if (!path.endsWith("[]") && message.contains("must be a list")) {
      collect(begun, path + "[]", read, into);
    } else {
      String key = path.replaceFirst("\\[]$", "");
      assertThat(message).as(path).contains(key.substring(key.lastIndexOf('.') + 1));
      into.add(key);
    }
  }

  private static JsonObject with(JsonObject begun, String path, JsonObject value) {
    JsonObject all = begun.deepCopy();
    if (path.isEmpty()) {
      value.asMap().forEach(all::add);
      return all;
    }
    List<String> steps = new ArrayList<>(Arrays.asList(path.split("\\.")));
    JsonObject at = all;
    String last = steps.remove(steps.size() - 1);
    for (String step : steps) {
      String name = step.replace("[]", "");
      JsonObject below =
          at.has(name) && at.get(name).isJsonObject() ? at.getAsJsonObject(name) : new JsonObject();
      at.add(name, step.endsWith("[]") ? listOf(below) : below);
      at = below;
    }
    String name = last.replace("[]", "");
    if (at.has(name) && at.get(name).isJsonObject()) {
      at.getAsJsonObject(name).asMap().forEach(value::add);
    }
    at.add(name, last.endsWith("[]") ? listOf(value) : value);
    return all;
  }

  private static JsonElement listOf(JsonObject object) {
    JsonArray list = new JsonArray();
    list.add(object);
    return list;
  }

  /** The keys in the first column of the tables with this heading; {@code .b} is beside a.b. */
  private static Set<String> documented(String document, String heading) throws IOException {
    Set<String> keys = new TreeSet<>();
    boolean inside = false;
    String text = Files.readString(CliRun.ROOT.resolve(document));
    for (String line : text.split("(?m)^## Requests for quota")[0].lines().toList()) {
      inside = line.equals(heading) || (inside && line.startsWith("|"));
      if (inside && line.startsWith("| `")) {
        String cell = line.substring(0, line.indexOf(" |", 2));
        String before = "";
        for (MatchResult code : Pattern.compile("`([^`]+)`").matcher(cell).results().toList()) {
          String key = code.group(1);
          before = key.startsWith(".") ? before.replaceFirst("\\.\\w+$", key) : key;
          keys.add(before);
        }
      }
    }
    return keys;
  }
}
