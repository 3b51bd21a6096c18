package dev.plimsoll.kube.json;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.yaml.YamlNodes;
import dev.plimsoll.kube.yaml.YamlToJson;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import java.io.StringReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads the status of Cluster Autoscaler, which is YAML since 1.30. Other ConfigMaps are names.
 *
 * <p>Source: {@code k8s.io/autoscaler/cluster-autoscaler/clusterstate/utils/status.go}.
 */
final class AutoscalerStatusReader {
  static final String KEY = "status";

  /** Every status has this word, also the text that versions before 1.30 wrote. */
  static final String MARK = "autoscaler";

  private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");
  private static final String DATA = "data";
  private static final int LONGEST_ERROR = 300;
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?) ([+-]\\d\\d)(\\d\\d) .*");

  private AutoscalerStatusReader() {}

  static ApiObject configMap(Fields object) {
    ObjectMeta metadata = ObjectMetaReader.metadata(object);
    if (!metadata.name().equals(AutoscalerStatus.NAME) || !object.names().contains(DATA)) {
      return new PartialObjectMetadata(metadata, AutoscalerStatus.TYPE, CONFIG_MAPS);
    }
    return object.isObject(DATA)
        ? status(metadata, object.object(DATA).string(KEY))
        : unreadable(metadata, "is empty");
  }

  private static AutoscalerStatus status(ObjectMeta metadata, String text) {
    try {
      List<JsonObject> documents = new ArrayList<>();
      YamlNodes.forEach(
          new StringReader(text),
          node -> {
            if (YamlToJson.of(node) instanceof JsonObject document) {
              documents.add(document);
            }
          });
      if (documents.size() != 1) {
        return unreadable(metadata, "is not one document of YAML");
      }
      return status(metadata, Fields.of(JsonTree.of(documents.get(0))));
    } catch (YAMLException e) {
      return unreadable(metadata, "is not correct YAML");
    } catch (DecodeException e) {
      return unreadable(metadata, "can't be read: " + e.getMessage());
    }
  }

  private static AutoscalerStatus status(ObjectMeta metadata, Fields status) {
    String state = status.string("autoscalerStatus");
    if (state.isEmpty()) {
      return unreadable(metadata, "has no autoscalerStatus");
    }
    return new AutoscalerStatus(
        metadata,
        time(status.string("time")),
        state,
        status.object("clusterWide").object("health").string("status"),
        status.list("nodeGroups", AutoscalerStatusReader::group),
        Optional.empty());
  }

  private static AutoscalerStatus unreadable(ObjectMeta metadata, String problem) {
    return new AutoscalerStatus(
        metadata, Optional.empty(), "", "", List.of(), Optional.of(problem));
  }

  private static AutoscalerStatus.NodeGroup group(Fields group) {
    Fields health = group.object("health");
    Fields scaleUp = group.object("scaleUp");
    Fields backoff = scaleUp.object("backoffInfo");
    String error =
        Stream.of(backoff.string("errorCode"), backoff.string("errorMessage"))
            .filter(s -> !s.isEmpty())
            .collect(Collectors.joining(": "));
    return new AutoscalerStatus.NodeGroup(
        group.string("name"),
        health.string("status"),
        size(health, "cloudProviderTarget"),
        size(health, "minSize"),
        size(health, "maxSize"),
        scaleUp.string("status"),
        error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) + "…" : error);
  }

  private static long size(Fields health, String name) {
    return health.wholeNumber(name).orElseThrow(() -> health.error(name, "is missing"));
  }

  private static Optional<Instant> time(String text) {
    Matcher time = TIME.matcher(text);
    try {
      return time.matches()
          ? Optional.of(
              OffsetDateTime.parse(
                      time.group(1) + "T" + time.group(2) + time.group(3) + ":" + time.group(4))
                  .toInstant())
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
