package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a recorded server called things and what the one under test calls them. UIDs correspond one
 * to one, resourceVersions one to one and in the same order, times by their form; all else must be
 * the same, but for managed fields, which the recording left out.
 */
final class Correspondence {
  private static final Set<String> BUILD =
      Set.of("gitVersion", "gitCommit", "gitTreeState", "buildDate");
  private static final Set<String> TIMES =
      Set.of("creationTimestamp", "deletionTimestamp", "lastTransitionTime");
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";

  private final Map<String, String> names = new HashMap<>();
  private final TreeMap<Long, Long> versions = new TreeMap<>();

  /** A recorded request's text in the words of the server under test. */
  String translate(String recorded) {
    String text = recorded;
    for (Map.Entry<String, String> name : names.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    for (Map.Entry<Long, Long> version : versions.descendingMap().entrySet()) {
      text =
          text.replace(
                  "resourceVersion=" + version.getKey() + "&",
                  "resourceVersion=" + version.getValue() + "&")
              .replace(
                  "\"resourceVersion\":\"" + version.getKey() + "\"",
                  "\"resourceVersion\":\"" + version.getValue() + "\"");
    }
    return text;
  }

  /** A version that the recording's client read between the exchanges. */
  void learn(long recorded, long actual) {
    version("read in between", recorded, actual);
  }

  void check(JsonElement recorded, JsonElement actual) {
    check("", "", recorded, actual);
  }

  private void check(String path, String name, JsonElement recorded, JsonElement actual) {
    if (recorded.isJsonObject()) {
      assertThat(actual.isJsonObject()).as(path).isTrue();
      object(path, recorded.getAsJsonObject(), actual.getAsJsonObject());
    } else if (recorded.isJsonArray()) {
      assertThat(actual.isJsonArray()).as(path).isTrue();
      assertThat(actual.getAsJsonArray()).as(path).hasSize(recorded.getAsJsonArray().size());
      for (int i = 0; i < recorded.getAsJsonArray().size(); i++) {
        check(
            path + "[" + i + "]",
            "",
            recorded.getAsJsonArray().get(i),
            actual.getAsJsonArray().get(i));
      }
    } else if (!BUILD.contains(name)) {
      scalar(path, name, recorded, actual);
    }
  }

  private void object(String path, JsonObject recorded, JsonObject actual) {
    Set<String> keys = new HashSet<>(actual.keySet());
    if (path.endsWith("metadata")) {
      keys.remove("managedFields");
    }
    assertThat(keys).as(path).isEqualTo(recorded.keySet());
    recorded
        .entrySet()
        .forEach(
            m -> check(path + "." + m.getKey(), m.getKey(), m.getValue(), actual.get(m.getKey())));
  }

  private void scalar(String path, String name, JsonElement recorded, JsonElement actual) {
    if (name.equals("uid") && recorded.getAsString().length() == 36) {
      correspond(path, recorded.getAsString(), actual.getAsString());
    } else if (name.equals("resourceVersion")) {
      version(path, recorded.getAsLong(), actual.getAsLong());
    } else if (name.equals("continue")) {
      token(path, recorded.getAsString(), actual.getAsString());
    } else if (TIMES.contains(name) && recorded.getAsString().matches(TIME)) {
      assertThat(actual.getAsString()).as(path).matches(TIME);
    } else if (name.equals("message")) {
      String wanted = translate(recorded.getAsString()).replaceAll("current: \\d+", "current: …");
      assertThat(actual.getAsString().replaceAll("current: \\d+", "current: …"))
          .as(path)
          .isEqualTo(wanted);
    } else {
      assertThat(actual).as(path).isEqualTo(recorded);
    }
  }

  private void correspond(String path, String recorded, String actual) {
    assertThat(actual).as(path).isEqualTo(names.getOrDefault(recorded, actual));
    names.put(recorded, actual);
  }

  private void version(String path, long recorded, long actual) {
    assertThat(actual).as(path).isEqualTo(versions.getOrDefault(recorded, actual));
    versions.put(recorded, actual);
    assertThat(versions.headMap(recorded).values()).as(path).allMatch(earlier -> earlier < actual);
    assertThat(versions.tailMap(recorded, false).values())
        .as(path)
        .allMatch(later -> later > actual);
  }

  private void token(String path, String recorded, String actual) {
    JsonObject wanted = decoded(recorded);
    JsonObject found = decoded(actual);
    assertThat(found.get("start")).as(path).isEqualTo(wanted.get("start"));
    assertThat(found.get("v")).as(path).isEqualTo(wanted.get("v"));
    version(path, wanted.get("rv").getAsLong(), found.get("rv").getAsLong());
    correspond(path, recorded, actual);
  }

  private static JsonObject decoded(String token) {
    return JsonPaths.parse(
        new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8));
  }
}
