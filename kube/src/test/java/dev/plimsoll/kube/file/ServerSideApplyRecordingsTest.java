package dev.plimsoll.kube.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kubernetes.apply.SemanticEquality;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Objects whose fields have several owners, and what an API server answered to {@code kubectl apply
 * --server-side}: the merged object or the conflict.
 */
class ServerSideApplyRecordingsTest {
  /** Fields that the API server sets where they are missing. */
  private static final Set<String> DEFAULTED =
      Set.of(
          "apiVersion",
          "completions",
          "concurrencyPolicy",
          "defaultMode",
          "failedJobsHistoryLimit",
          "imagePullPolicy",
          "manualSelector",
          "maxSurge",
          "maxUnavailable",
          "partition",
          "path",
          "persistentVolumeClaimRetentionPolicy",
          "podReplacementPolicy",
          "progressDeadlineSeconds",
          "replicas",
          "rollingUpdate",
          "selector",
          "strategy",
          "successfulJobsHistoryLimit",
          "type",
          "updateStrategy");

  private static final Set<String> AMOUNTS = Set.of("limits", "requests", "overhead");

  /** The former name of a field, and what a controller sets. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "deprecated.daemonset.template.generation",
          "kubectl.kubernetes.io/last-applied-configuration",
          "serviceAccount",
          "serviceAccountName");

  static List<JsonObject> recorded() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ServerSideApplyRecordingsTest.class.getResourceAsStream("server-side-apply.jsonl"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .map(line -> JsonParser.parseString(line).getAsJsonObject())
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void a_manifest_is_merged_or_denied_as_the_API_server_does(JsonObject recorded)
      throws DecodeException {
    ManifestMerge merge =
        apply(
            recorded,
            new ApplyMode(
                true,
                Optional.of(JsonPaths.text(recorded, "manager")),
                recorded.get("force").getAsBoolean()));

    if (recorded.has("answer")) {
      assertThat(merge.denial().map(d -> lines(d.details().get(0))).orElse(List.of()))
          .containsExactlyElementsOf(lines(JsonPaths.text(recorded, "answer")));
    } else {
      Map<String, Object> merged = merge.patched().orElseThrow().fields();
      Map<String, Object> result = fields(recorded.getAsJsonObject("result"));
      assertThat(equal("spec", result.get("spec"), merged.get("spec")))
          .as("expecting %s%nfound %s", result.get("spec"), merged.get("spec"))
          .isTrue();
      for (String name : List.of("labels", "annotations", "finalizers")) {
        assertThat(equal(name, inMetadata(result, name), inMetadata(merged, name)))
            .as("expecting %s%nfound %s", result, merged.get("metadata"))
            .isTrue();
      }
    }
  }

  /** The API server lists errors of one kind in no fixed order. */
  private static List<String> lines(String message) {
    return message.startsWith("failed") ? message.lines().sorted().toList() : List.of(message);
  }

  private static ManifestMerge apply(JsonObject recorded, ApplyMode mode) throws DecodeException {
    JsonObject manifest = recorded.getAsJsonObject("manifest");
    ApiObject object = ObjectReader.read(JsonTree.of(manifest));
    return new ManifestApply(object, fields(manifest), Optional.empty(), mode)
        .to(fields(recorded.getAsJsonObject("stored")));
  }

  private static Map<String, Object> fields(JsonObject object) {
    return PlainFields.of(JsonTree.of(object));
  }

  private static Object inMetadata(Map<String, Object> object, String name) {
    Object value = object.get("metadata") instanceof Map<?, ?> metadata ? metadata.get(name) : null;
    return value == null ? Map.of() : value;
  }

  private static boolean equal(String name, @Nullable Object result, @Nullable Object merged) {
    if (result instanceof Map<?, ?> wanted && merged instanceof Map<?, ?> found) {
      return AMOUNTS.contains(name)
          ? SemanticEquality.equal(name, result, merged)
          : equalFields(name, wanted, found);
    }
    if (result instanceof List<?> wanted && merged instanceof List<?> found) {
      boolean isEqual = wanted.size() == found.size();
      for (int i = 0; isEqual && i < wanted.size(); i++) {
        isEqual = equal(name, wanted.get(i), found.get(i));
      }
      return isEqual;
    }
    return SemanticEquality.equal(name, result, merged)
        || (result == null && Map.of().equals(merged))
        || (merged == null && Map.of().equals(result));
  }

  private static boolean equalFields(String parent, Map<?, ?> result, Map<?, ?> merged) {
    Set<Object> names = new HashSet<>(result.keySet());
    names.addAll(merged.keySet());
    names.removeAll(LEFT_OUT);
    names.removeIf(n -> DEFAULTED.contains(n) && !merged.containsKey(n));
    if (merged.size() == 1) {
      names.remove("emptyDir");
    }
    if (parent.equals("resources") && names.contains("requests")) {
      names.remove("requests");
      Object requests = result.get("requests");
      if (!SemanticEquality.equal("requests", requests, merged.get("requests"))
          && !SemanticEquality.equal("requests", requests, withLimits(merged))) {
        return false;
      }
    }
    return names.stream().allMatch(n -> equal((String) n, result.get(n), merged.get(n)));
  }

  /** The API server takes the limit as request where no request is given. */
  private static Map<Object, Object> withLimits(Map<?, ?> resources) {
    Map<Object, Object> requests = new HashMap<>();
    for (String each : List.of("limits", "requests")) {
      if (resources.get(each) instanceof Map<?, ?> amounts) {
        requests.putAll(amounts);
      }
    }
    return requests;
  }
}
